import { bindingCookie } from '#backend/auth/external/browser-binding.ts'
import type { Departure } from '#backend/auth/external/begin.ts'
import { beginFlow, type Challenge } from '#backend/auth/flow-states.ts'
import type { SsoProvider } from '#backend/auth/sso/sso-providers.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { readMetadata } from './metadata.ts'
import { relayStateLifetime } from './relay-states.ts'
import { nameIdFormats, signInRequest } from './service-provider.ts'

/**
 * Begins a sign-in by SAML: where the browser goes with our signed request, and the cookie that ties
 * the answer to it. `redirectTo` is where the person is led at last; already checked.
 */
export async function beginSaml(
  world: AuthWorld,
  provider: NonNullable<SsoProvider['saml']> & { id: string },
  beginning: { challenge: Challenge | null; redirectTo: string },
): Promise<Departure> {
  const relayState = crypto.randomUUID()
  const { name_id_format: format } = provider
  const { id: requestId, url } = await signInRequest(world, readMetadata(provider.metadata_xml), {
    relayState,
    nameIdFormat: isNameIdFormat(format) ? nameIdFormats[format] : null,
  })
  await world.sql`
    delete from auth.saml_relay_states
    where created_at < now() - make_interval(secs => ${2 * relayStateLifetime})`
  await world.sql.begin(async (tx) => {
    const { challenge, redirectTo } = beginning
    const flowId = challenge
      ? await beginFlow(tx, {
          challenge,
          provider: `sso:${provider.id}`,
          method: 'sso/saml',
          referrer: redirectTo,
        })
      : null
    await tx`
      insert into auth.saml_relay_states
        (id, sso_provider_id, request_id, redirect_to, flow_state_id)
      values (${relayState}, ${provider.id}, ${requestId}, ${redirectTo}, ${flowId})`
  })
  return { url, cookie: bindingCookie(world, relayState, true) }
}

function isNameIdFormat(format: string | null): format is keyof typeof nameIdFormats {
  return format !== null && Object.hasOwn(nameIdFormats, format)
}

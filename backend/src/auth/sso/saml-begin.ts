import { type AuthorizationRedirect, bindingCookie } from '#backend/auth/core/browser-binding.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { type Challenge, createFlow } from '#backend/auth/core/flow-states.ts'
import { readMetadata } from '#backend/auth/saml/metadata.ts'
import { nameIdFormats, signInRequest } from '#backend/auth/saml/service-provider.ts'
import type { Queryable } from '#backend/platform/database.ts'
import type { SsoProvider } from './providers.ts'

/** Starts a SAML sign-in. The cookie binds the identity provider's response to this browser. */
export async function beginSaml(
  context: AuthContext,
  provider: NonNullable<SsoProvider['saml']> & { id: string },
  beginning: { challenge: Challenge | null; redirectTo: string },
): Promise<AuthorizationRedirect> {
  const relayState = crypto.randomUUID()
  const { name_id_format: format } = provider
  const { id: requestId, url } = await signInRequest(context, readMetadata(provider.metadata_xml), {
    relayState,
    nameIdFormat: isNameIdFormat(format) ? nameIdFormats[format] : null,
  })
  await context.sql`
    delete from auth.saml_relay_states
    where created_at < now() - make_interval(secs => ${2 * relayStateLifetime})`
  await context.sql.begin(async (tx) => {
    const { challenge, redirectTo } = beginning
    const flowId = challenge
      ? await createFlow(tx, {
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
  return { url, cookie: bindingCookie(context, relayState, true) }
}

function isNameIdFormat(format: string | null): format is keyof typeof nameIdFormats {
  return format !== null && Object.hasOwn(nameIdFormats, format)
}

/** Lifetime in seconds of a SAML sign-in. */
export const relayStateLifetime = 300

export type RelayState = {
  id: string
  sso_provider_id: string
  /** Id of the SAML request, to which the response must refer. */
  request_id: string
  redirect_to: string | null
  flow_state_id: string | null
  /** Seconds since the SAML sign-in started. */
  age: number
}

/** Deletes and returns a SAML relay state, so that each state works only once. */
export async function consumeRelayState(sql: Queryable, id: string) {
  const [state] = await sql<RelayState[]>`
    delete from auth.saml_relay_states where id = ${id}
    returning id, sso_provider_id, request_id, redirect_to, flow_state_id,
      extract(epoch from now() - created_at)::int as age`
  return state
}

import * as openid from 'openid-client'
import type { SignedIn } from '#backend/auth/bearer.ts'
import { beginFlow, type Challenge } from '#backend/auth/flow-states.ts'
import { requireOpenSession } from '#backend/auth/open-session.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { lockUser } from './accounts.ts'
import { bindingCookie, flowLifetime } from './browser-binding.ts'
import { clientOf } from './clients.ts'
import { unreachable } from './errors.ts'
import type { ExternalProvider } from './providers.ts'

/** What a client may not say for us: it would change who is asked, for whom, or what proves the answer. */
const reserved = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'request',
  'request_uri',
  'code_challenge',
  'code_challenge_method',
  'client_secret',
  'provider',
  'scopes',
  'redirect_to',
  'skip_http_redirect',
  'apikey',
])

export type Beginning = {
  /** The client's own challenge; null for an answer in the fragment. */
  challenge: Challenge | null
  /** Where the person is led at last; already checked. */
  redirectTo: string
  /** Whose account the identity is to be linked to, as they asked for it; null for a sign-in. */
  linkingFor?: SignedIn | null
  /** Scopes to ask for besides the provider's own, separated by spaces or commas. */
  scopes?: string | null
  /** Further parameters for the provider, such as `login_hint`; what is ours to say is left out. */
  parameters?: URLSearchParams
}

/** Where a browser is sent, and the cookie that goes with it. */
export type Departure = { url: string; cookie: string }

/**
 * Begins a sign-in with a provider. State, nonce and PKCE always go along; what they are checked
 * against stays here. Throws AuthError: 500 when the provider cannot be reached, `session_not_found`
 * (403) for whoever was put out of the account meanwhile.
 */
export async function beginExternal(
  world: AuthWorld,
  provider: ExternalProvider,
  beginning: Beginning,
): Promise<Departure> {
  const client = await clientOf(provider).catch((cause: unknown) => {
    throw unreachable(cause)
  })
  const verifier = openid.randomPKCECodeVerifier()
  const nonce = provider.kind === 'oidc' ? openid.randomNonce() : null
  await forgetOldFlows(world)
  const { linkingFor } = beginning
  const state = await world.sql.begin(async (tx) => {
    // The provider may have been asked for its addresses, and who puts them out ends what is begun by then.
    if (linkingFor) {
      await lockUser(tx, linkingFor.user.id)
      await requireOpenSession(tx, linkingFor.user.id, linkingFor.sessionId)
    }
    const [row] = await tx<{ id: string }[]>`
      insert into auth.oauth_client_states (provider_type, code_verifier, nonce)
      values (${provider.name}, ${verifier}, ${nonce}) returning id`
    return beginFlow(tx, {
      challenge: beginning.challenge,
      provider: provider.name,
      method: 'oauth',
      clientStateId: row!.id,
      linkingTargetId: linkingFor?.user.id ?? null,
      referrer: beginning.redirectTo,
    })
  })
  const parameters = new URLSearchParams({
    redirect_uri: redirectUriOf(world, provider),
    scope: scopesOf(provider, beginning.scopes),
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(nonce && { nonce }),
    ...(provider.postsAnswer && { response_mode: 'form_post' }),
  })
  for (const [name, value] of beginning.parameters ?? []) {
    if (!reserved.has(name)) parameters.set(name, value)
  }
  return {
    url: openid.buildAuthorizationUrl(client, parameters).href,
    cookie: bindingCookie(world, state, provider.postsAnswer),
  }
}

export function redirectUriOf(world: AuthWorld, provider: ExternalProvider): string {
  return provider.redirectUri ?? `${world.config.siteUrl}/auth/v1/callback`
}

function scopesOf({ scopes }: ExternalProvider, asked: string | null | undefined): string {
  const all = `${scopes} ${asked ?? ''}`.split(/[\s,]+/).filter(Boolean)
  return [...new Set(all)].join(' ')
}

/** Flows that nobody came back to, and those that lead nowhere any more. */
async function forgetOldFlows(world: AuthWorld): Promise<void> {
  await world.sql`
    delete from auth.oauth_client_states
    where created_at < now() - make_interval(secs => ${flowLifetime})`
  await world.sql`
    delete from auth.flow_state
    where oauth_client_state_id is not null
      and created_at < now() - make_interval(secs => ${2 * flowLifetime})`
}

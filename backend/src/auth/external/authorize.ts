import type { Hono } from 'hono'
import * as openid from 'openid-client'
import { json } from '#backend/platform/http.ts'
import {
  type SignedIn,
  requireAal2,
  requireOpenSession,
  requireUser,
} from '#backend/auth/core/authorization.ts'
import {
  type AuthorizationRedirect,
  bindingCookie,
  flowLifetime,
} from '#backend/auth/core/browser-binding.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { type Challenge, createFlow, readChallenge } from '#backend/auth/core/flow-states.ts'
import { redirect } from '#backend/auth/core/redirect-responses.ts'
import { requestedRedirect, safeRedirect } from '#backend/auth/core/redirects.ts'
import { lockUser } from './accounts.ts'
import { clientOf } from './clients.ts'
import { linkingDisabled, throwUnreachable } from './errors.ts'
import { type ExternalProvider, findProvider } from './providers.ts'

export function registerAuthorize(app: Hono, context: AuthContext): void {
  app.get('/authorize', async (c) => {
    const { url, cookie } = await beginFromQuery(context, c.req.raw)
    return redirect(url, { status: 302, cookie })
  })
}

function beginFromQuery(
  context: AuthContext,
  request: Request,
  more: Pick<AuthorizationRequest, 'linkingFor'> = {},
): Promise<AuthorizationRedirect> {
  const { searchParams } = new URL(request.url)
  const provider = findProvider(context.settings, searchParams.get('provider') ?? '')
  return beginAuthorization(context, provider, {
    challenge: readChallenge(
      searchParams.get('code_challenge'),
      searchParams.get('code_challenge_method'),
    ),
    redirectTo: safeRedirect(context, requestedRedirect(request)),
    scopes: searchParams.get('scopes'),
    parameters: searchParams,
    ...more,
  })
}

export function registerLinkIdentity(app: Hono, context: AuthContext): void {
  app.get('/user/identities/authorize', async (c) => {
    const signedIn = await requireLinkingUser(context, c.req.raw.headers)
    const { url, cookie } = await beginFromQuery(context, c.req.raw, { linkingFor: signedIn })
    if (c.req.query('skip_http_redirect') !== 'true') {
      return redirect(url, { status: 302, cookie })
    }
    return json({ url }, 200, { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' })
  })
}

/**
 * Returns the signed-in user. Throws AuthError if manual linking is disabled, or if the account has
 * a second factor but the session is at aal1.
 */
export async function requireLinkingUser(context: AuthContext, headers: Headers) {
  const signedIn = await requireUser(context, headers)
  if (!context.settings.enableManualLinking) throw linkingDisabled()
  await requireAal2(context, signedIn, 'AAL2 session is required to link an identity')
  return signedIn
}

/** Authorization request parameters that clients must not override. */
const reservedParameters = new Set(
  (
    'client_id redirect_uri response_type response_mode scope state nonce request request_uri ' +
    'code_challenge code_challenge_method client_secret provider scopes redirect_to ' +
    'skip_http_redirect apikey'
  ).split(' '),
)

export type AuthorizationRequest = {
  /** PKCE challenge, or null for the implicit flow. */
  challenge: Challenge | null
  redirectTo: string
  /** User to whose account the identity will be linked, or null for a sign-in. */
  linkingFor?: SignedIn | null
  /** Additional OAuth scopes, separated by spaces or commas. */
  scopes?: string | null
  /** Additional query parameters for the identity provider, such as `login_hint`. */
  parameters?: URLSearchParams
}

/**
 * Starts an authorization code flow with state, PKCE and, for OpenID Connect, a nonce. Throws
 * AuthError: 500 if the provider is unreachable, `session_not_found` (403) if the linking user's
 * session was revoked.
 */
export async function beginAuthorization(
  context: AuthContext,
  provider: ExternalProvider,
  beginning: AuthorizationRequest,
): Promise<AuthorizationRedirect> {
  const client = await clientOf(provider).catch(throwUnreachable)
  const verifier = openid.randomPKCECodeVerifier()
  const nonce = provider.kind === 'oidc' ? openid.randomNonce() : null
  await deleteOldFlows(context)
  const { linkingFor } = beginning
  const state = await context.sql.begin(async (tx) => {
    // Checks the session again, because it may have been revoked while the server contacted the
    // provider.
    if (linkingFor) {
      await lockUser(tx, linkingFor.user.id)
      await requireOpenSession(tx, linkingFor.user.id, linkingFor.sessionId)
    }
    const [row] = await tx<{ id: string }[]>`
      insert into auth.oauth_client_states (provider_type, code_verifier, nonce)
      values (${provider.name}, ${verifier}, ${nonce}) returning id`
    return createFlow(tx, {
      challenge: beginning.challenge,
      provider: provider.name,
      method: 'oauth',
      clientStateId: row!.id,
      linkingTargetId: linkingFor?.user.id ?? null,
      referrer: beginning.redirectTo,
    })
  })
  const parameters = new URLSearchParams({
    redirect_uri: redirectUriOf(context, provider),
    scope: scopesOf(provider, beginning.scopes),
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(nonce && { nonce }),
    ...(provider.usesFormPost && { response_mode: 'form_post' }),
  })
  for (const [name, value] of beginning.parameters ?? []) {
    if (!reservedParameters.has(name)) parameters.set(name, value)
  }
  return {
    url: openid.buildAuthorizationUrl(client, parameters).href,
    cookie: bindingCookie(context, state, provider.usesFormPost),
  }
}

export function redirectUriOf(context: AuthContext, provider: ExternalProvider): string {
  return provider.redirectUri ?? `${context.siteUrl}/auth/v1/callback`
}

function scopesOf({ scopes }: ExternalProvider, requested: string | null | undefined): string {
  const all = `${scopes} ${requested ?? ''}`.split(/[\s,]+/).filter(Boolean)
  return [...new Set(all)].join(' ')
}

async function deleteOldFlows(context: AuthContext): Promise<void> {
  await context.sql`
    delete from auth.oauth_client_states
    where created_at < now() - make_interval(secs => ${flowLifetime})`
  await context.sql`
    delete from auth.flow_state
    where oauth_client_state_id is not null
      and created_at < now() - make_interval(secs => ${2 * flowLifetime})`
}

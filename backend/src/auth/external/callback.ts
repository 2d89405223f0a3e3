import type { Hono } from 'hono'
import { readForm } from '#backend/auth/core/body.ts'
import {
  clearBindingCookie,
  flowLifetime,
  isSameBrowser,
} from '#backend/auth/core/browser-binding.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError, toAuthError } from '#backend/auth/core/errors.ts'
import { type FlowStateRow, findFlow, issueAuthCode } from '#backend/auth/core/flow-states.ts'
import { isUuid } from '#backend/platform/is-uuid.ts'
import {
  errorParametersOf,
  redirect,
  urlWithCode,
  urlWithError,
  urlWithSession,
} from '#backend/auth/core/redirect-responses.ts'
import { startSession } from '#backend/auth/core/sessions.ts'
import { ssoPrefix } from '#backend/auth/sso/providers.ts'
import {
  type ExternalSignIn,
  type SignInResult,
  findOrCreateAccount,
  linkToSignedInUser,
  withConflictRetry,
} from './accounts.ts'
import { ProviderError, badState } from './errors.ts'
import { type Exchanged, type FlowSecrets, exchange } from './exchange.ts'
import { findOrCreateSsoAccount, findOrganizationProvider } from './organization-provider.ts'
import { type ExternalProvider, findProvider } from './providers.ts'

/**
 * GET and POST /callback: the redirect URI for identity providers. For a known flow, redirects to
 * the URL that the client requested, with a session, an authorization code or an error.
 */
export function registerCallback(app: Hono, context: AuthContext): void {
  app.on(['GET', 'POST'], '/callback', async (c) => {
    const { raw: request } = c.req
    const answer =
      request.method === 'POST' ? await readForm(request) : new URL(request.url).searchParams
    const status = request.method === 'POST' ? 303 : 302
    const flow = await findCallbackFlow(context, request.headers, answer).catch(
      (cause: unknown) => {
        // A browser is redirected to the site with the error. Other clients get the error as JSON.
        if (request.headers.get('sec-fetch-mode') !== 'navigate') throw cause
        return errorUrl(context.siteUrl, cause)
      },
    )
    if (typeof flow === 'string') return Response.redirect(flow, status)
    const target = await completeFlow(context, request.headers, answer, flow).catch(
      (cause: unknown) => {
        logFailure(context, cause)
        return errorUrl(flow.referrer ?? context.siteUrl, cause)
      },
    )
    return redirect(target, { status, cookie: clearBindingCookie(context, flow.id) })
  })
}

/**
 * Returns the sign-in flow of a callback. Throws AuthError (400): `bad_oauth_callback` without a
 * state, `bad_oauth_state` if the state is invalid or belongs to another browser.
 */
async function findCallbackFlow(context: AuthContext, headers: Headers, answer: URLSearchParams) {
  const state = answer.get('state')
  if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  const flow = isUuid(state) ? await findFlow(context.sql, state) : undefined
  if (!flow?.oauth_client_state_id || flow.auth_code || flow.age > flowLifetime) throw badState()
  if (!isSameBrowser(context, headers, flow)) throw badState()
  return flow
}

/** Finishes an OAuth flow and returns the redirect URL. A failed flow cannot be retried. */
async function completeFlow(
  context: AuthContext,
  headers: Headers,
  answer: URLSearchParams,
  flow: FlowStateRow,
): Promise<string> {
  const proof = await consumeClientState(context, flow)
  try {
    const provider = await findFlowProvider(context, flow.provider_type)
    const exchanged = await exchange(context, provider, answer, proof)
    return await finishSignIn(context, headers, flow, provider, exchanged)
  } catch (cause) {
    await context.sql`delete from auth.flow_state where id = ${flow.id} and auth_code is null`
    throw cause
  }
}

/** Deletes and returns the OAuth client state, so that each state works only once. */
async function consumeClientState(context: AuthContext, flow: FlowStateRow): Promise<FlowSecrets> {
  const [secrets] = await context.sql<{ code_verifier: string; nonce: string | null }[]>`
    delete from auth.oauth_client_states where id = ${flow.oauth_client_state_id}
    returning code_verifier, nonce`
  if (!secrets) throw badState()
  return { state: flow.id, verifier: secrets.code_verifier, nonce: secrets.nonce }
}

/** Adds the error to the query and the fragment, because some clients read only one of them. */
function errorUrl(to: string, cause: unknown): string {
  const parameters =
    cause instanceof ProviderError
      ? { error: cause.error, error_description: cause.message }
      : errorParametersOf(toAuthError(cause))
  return urlWithError({ to, isPkce: true }, parameters)
}

/** Logs unexpected errors and the causes of AuthErrors, which responses omit. */
function logFailure(context: AuthContext, cause: unknown): void {
  if (cause instanceof ProviderError) return
  if (!(cause instanceof AuthError)) context.log.error('external sign-in failed', cause)
  else if (cause.cause !== undefined) context.log.error(cause.message, cause.cause)
}

async function finishSignIn(
  context: AuthContext,
  headers: Headers,
  flow: FlowStateRow,
  provider: ExternalProvider,
  { profile, accessToken, refreshToken }: Exchanged,
): Promise<string> {
  const redirectTo = flow.referrer ?? context.siteUrl
  const done = await withConflictRetry(context, async (tx) => {
    const signIn = { tx, context, provider, profile, headers, redirectTo }
    const result = await resolveAccount(signIn, flow)
    if ('refusal' in result) return result
    if (flow.code_challenge) {
      const tokens = { accessToken, refreshToken }
      const code = await issueAuthCode(tx, flow.id, result.user.id, tokens)
      return { url: urlWithCode(redirectTo, code) }
    }
    await tx`delete from auth.flow_state where id = ${flow.id}`
    const session = await startSession(tx, context, result.user, 'oauth', headers)
    const tokens = { provider_token: accessToken, provider_refresh_token: refreshToken }
    return { url: urlWithSession(redirectTo, { ...session, ...tokens }) }
  })
  if ('refusal' in done) throw done.refusal
  return done.url
}

async function resolveAccount(signIn: ExternalSignIn, flow: FlowStateRow): Promise<SignInResult> {
  const { name } = signIn.provider
  if (name.startsWith(ssoPrefix))
    return findOrCreateSsoAccount(signIn, name.slice(ssoPrefix.length))
  if (!flow.linking_target_id) return findOrCreateAccount(signIn)
  const result = await linkToSignedInUser(signIn, flow.linking_target_id)
  // Rejects the identity link if its flow was deleted, for example because the session was revoked.
  const rows = await signIn.tx`select from auth.flow_state where id = ${flow.id}`
  if (rows.length === 0) throw badState()
  return result
}

async function findFlowProvider(context: AuthContext, name: string): Promise<ExternalProvider> {
  return name.startsWith(ssoPrefix)
    ? findOrganizationProvider(context, name.slice(ssoPrefix.length))
    : findProvider(context.settings, name)
}

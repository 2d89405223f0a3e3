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
import { isUuid } from '#backend/auth/core/identifiers.ts'
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
import { ProviderError, badState, missingState } from './errors.ts'
import { type Exchanged, type FlowSecrets, exchange } from './exchange.ts'
import { findOrCreateSsoAccount, findOrganizationProvider } from './organization-provider.ts'
import { type ExternalProvider, findProvider } from './providers.ts'

/**
 * GET and POST /callback: where providers send people back to. Everything that goes wrong leads back
 * to the site, but a state that is not known: to whom it belongs cannot be said then.
 */
export function registerCallback(app: Hono, context: AuthContext): void {
  app.on(['GET', 'POST'], '/callback', async (c) => {
    const { raw: request } = c.req
    const answer =
      request.method === 'POST' ? await readForm(request) : new URL(request.url).searchParams
    const status = request.method === 'POST' ? 303 : 302
    const flow = await findCallbackFlow(context, request.headers, answer).catch(
      (cause: unknown) => {
        // Programs read the error, people are led to where they can try again.
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

/** The flow that an answer belongs to. Throws AuthError `bad_oauth_state` when there is none, or none of this browser. */
async function findCallbackFlow(
  context: AuthContext,
  headers: Headers,
  answer: URLSearchParams,
): Promise<FlowStateRow> {
  const state = answer.get('state')
  if (!state) throw missingState()
  const flow = isUuid(state) ? await findFlow(context.sql, state) : undefined
  if (!flow?.oauth_client_state_id || flow.auth_code || flow.age > flowLifetime) throw badState()
  if (!isSameBrowser(context, headers, flow)) throw badState()
  return flow
}

/** Answers where to lead the person. The flow is used up, whatever comes of it. */
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

/** Whoever brings the same state a second time finds nothing. */
async function consumeClientState(context: AuthContext, flow: FlowStateRow): Promise<FlowSecrets> {
  const [kept] = await context.sql<{ code_verifier: string; nonce: string | null }[]>`
    delete from auth.oauth_client_states where id = ${flow.oauth_client_state_id}
    returning code_verifier, nonce`
  if (!kept) throw badState()
  return { state: flow.id, verifier: kept.code_verifier, nonce: kept.nonce }
}

/** `to` with what went wrong, in query and fragment, as clients look in either. */
function errorUrl(to: string, cause: unknown): string {
  const told =
    cause instanceof ProviderError
      ? { error: cause.error, error_description: cause.message }
      : errorParametersOf(toAuthError(cause))
  return urlWithError({ to, isPkce: true }, told)
}

/** What the person cannot put right, but whoever runs this can: a provider that fails, or we. */
function logFailure(context: AuthContext, cause: unknown): void {
  if (cause instanceof ProviderError) return
  if (!(cause instanceof AuthError)) context.log.error('external sign-in failed', cause)
  else if (cause.cause !== undefined) context.log.error(cause.message, cause.cause)
}

/**
 * Signs in whoever the provider vouches for and answers where the browser goes: with a code for the
 * client that began with a challenge, else with the session's tokens. Throws AuthError.
 */
async function finishSignIn(
  context: AuthContext,
  headers: Headers,
  flow: FlowStateRow,
  provider: ExternalProvider,
  { profile, accessToken, refreshToken }: Exchanged,
): Promise<string> {
  const redirectTo = flow.referrer ?? context.siteUrl
  const done = await withConflictRetry(context, async (tx) => {
    const arrival = { tx, context, provider, profile, headers, redirectTo }
    const result = await resolveAccount(arrival, flow)
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

async function resolveAccount(arrival: ExternalSignIn, flow: FlowStateRow): Promise<SignInResult> {
  const { name } = arrival.provider
  if (name.startsWith(ssoPrefix))
    return findOrCreateSsoAccount(arrival, name.slice(ssoPrefix.length))
  if (!flow.linking_target_id) return findOrCreateAccount(arrival)
  const result = await linkToSignedInUser(arrival, flow.linking_target_id)
  // Whoever began it may have been put out while the provider was asked; by now the account is locked.
  const rows = await arrival.tx`select from auth.flow_state where id = ${flow.id}`
  if (rows.length === 0) throw badState()
  return result
}

/** The provider that a flow was begun with: one of the configuration, or a company's own. */
async function findFlowProvider(context: AuthContext, name: string): Promise<ExternalProvider> {
  return name.startsWith(ssoPrefix)
    ? findOrganizationProvider(context, name.slice(ssoPrefix.length))
    : findProvider(context.settings, name)
}

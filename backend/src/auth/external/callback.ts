import type { Hono } from 'hono'
import { isUuid } from '#backend/auth/bearer.ts'
import { readForm } from '#backend/auth/body.ts'
import { AuthError, toAuthError } from '#backend/auth/errors.ts'
import { findFlow, type FlowStateRow } from '#backend/auth/flow-states.ts'
import { addressWithError, leadTo, toldOf } from '#backend/auth/redirect-answers.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { flowLifetime, forgetCookie, isSameBrowser } from './browser-binding.ts'
import { badState, missingState, ProviderRefusal } from './errors.ts'
import { exchange, type Proof } from './exchange.ts'
import { finish } from './finish.ts'
import { findFlowProvider } from './flow-provider.ts'

/**
 * GET and POST /callback: where providers send people back to. Everything that goes wrong leads back
 * to the site, but a state that is not known: to whom it belongs cannot be said then.
 */
export function registerCallback(app: Hono, world: AuthWorld): void {
  app.on(['GET', 'POST'], '/callback', async (c) => {
    const { raw: request } = c.req
    const answer =
      request.method === 'POST' ? await readForm(request) : new URL(request.url).searchParams
    const status = request.method === 'POST' ? 303 : 302
    const flow = await recognize(world, request.headers, answer).catch((cause: unknown) => {
      // Programs read the error, people are led to where they can try again.
      if (request.headers.get('sec-fetch-mode') !== 'navigate') throw cause
      return withError(world.config.siteUrl, cause)
    })
    if (typeof flow === 'string') return Response.redirect(flow, status)
    const target = await complete(world, request.headers, answer, flow).catch((cause: unknown) => {
      logDefect(world, cause)
      return withError(flow.referrer ?? world.config.siteUrl, cause)
    })
    return leadTo(target, { status, cookie: forgetCookie(world, flow.id) })
  })
}

/** The flow that an answer belongs to. Throws AuthError `bad_oauth_state` when there is none, or none of this browser. */
async function recognize(
  world: AuthWorld,
  headers: Headers,
  answer: URLSearchParams,
): Promise<FlowStateRow> {
  const state = answer.get('state')
  if (!state) throw missingState()
  const flow = isUuid(state) ? await findFlow(world.sql, state) : undefined
  if (!flow?.oauth_client_state_id || flow.auth_code || flow.age > flowLifetime) throw badState()
  if (!isSameBrowser(world, headers, flow)) throw badState()
  return flow
}

/** Answers where to lead the person. The flow is used up, whatever comes of it. */
async function complete(
  world: AuthWorld,
  headers: Headers,
  answer: URLSearchParams,
  flow: FlowStateRow,
): Promise<string> {
  const proof = await takeProof(world, flow)
  try {
    const provider = await findFlowProvider(world, flow.provider_type)
    const exchanged = await exchange(world, provider, answer, proof)
    return await finish(world, headers, flow, provider, exchanged)
  } catch (cause) {
    await world.sql`delete from auth.flow_state where id = ${flow.id} and auth_code is null`
    throw cause
  }
}

/** Whoever brings the same state a second time finds nothing. */
async function takeProof(world: AuthWorld, flow: FlowStateRow): Promise<Proof> {
  const [kept] = await world.sql<{ code_verifier: string; nonce: string | null }[]>`
    delete from auth.oauth_client_states where id = ${flow.oauth_client_state_id}
    returning code_verifier, nonce`
  if (!kept) throw badState()
  return { state: flow.id, verifier: kept.code_verifier, nonce: kept.nonce }
}

/** `to` with what went wrong, in query and fragment, as clients look in either. */
function withError(to: string, cause: unknown): string {
  const told =
    cause instanceof ProviderRefusal
      ? { error: cause.error, error_description: cause.message }
      : toldOf(toAuthError(cause))
  return addressWithError({ to, isPkce: true }, told)
}

/** What the person cannot put right, but whoever runs this can: a provider that fails, or we. */
function logDefect(world: AuthWorld, cause: unknown): void {
  if (cause instanceof ProviderRefusal) return
  if (!(cause instanceof AuthError)) world.log.error('external sign-in failed', cause)
  else if (cause.cause !== undefined) world.log.error(cause.message, cause.cause)
}

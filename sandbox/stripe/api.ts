import { setTimeout as sleep } from 'node:timers/promises'
import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'
import {
  type Call,
  type Handler,
  type Outage,
  type StripeContext,
  apiVersion,
  type StripeSandboxConfig,
} from './core/context.ts'
import { invalidRequest, StripeError, unauthorized } from './core/errors.ts'
import { decodeForm, type FormRecord } from './core/form.ts'
import {
  keyedRequest,
  findResponse,
  storeResponse,
  type StoredResponse,
  type KeyedRequest,
} from './core/idempotency.ts'
import { newId } from './core/ids.ts'
import { expanded, jsonOf } from './core/present.ts'
import { platformOwner } from './core/store.ts'
import { findAccount } from './resources/accounts.ts'
import { uploadFile } from './resources/files.ts'
import { expireAuthorizations } from './resources/authorizations.ts'
import { clientView, type StoredIntent } from './resources/stored-intents.ts'
import { accountRoutes, clientRoutes, serverRoutes } from './routes.ts'

type RouteRights = { handler: Handler; forClients?: boolean; forAccounts?: boolean }

/** Delay in milliseconds of a simulated timeout. It is longer than the timeout of API clients. */
const timeoutMs = 60_000

/**
 * Creates the `/v1` API. Calls `onChange` after each request, because the request may have queued
 * events.
 */
export function createApi(
  context: StripeContext,
  outage: Readonly<Outage>,
  onChange: () => void,
): Hono {
  const app = new Hono()
  app.use('/v1/*', async (c, next) => {
    const error = { type: 'api_error', message: 'The sandbox simulates an outage.' }
    if (outage.kind === 'error') return c.json({ error }, 500)
    await next()
    if (outage.kind === 'none') return undefined
    await sleep(timeoutMs, undefined, { signal: c.req.raw.signal, ref: false }).catch(() => {})
    c.res = c.json({ error }, 504)
    return undefined
  })
  app.use(
    '/v1/*',
    cors({ origin: '*', allowHeaders: ['authorization', 'content-type', 'idempotency-key'] }),
  )
  const mount = (routes: Record<string, Handler>, rights: Omit<RouteRights, 'handler'> = {}) => {
    for (const [route, handler] of Object.entries(routes)) {
      const [method = '', path = ''] = route.split(' ')
      app.on(method, path, async (c) => {
        const response = await respond(context, c, { handler, ...rights })
        onChange()
        return response
      })
    }
  }
  mount(clientRoutes, { forClients: true })
  mount(serverRoutes)
  mount(accountRoutes, { forAccounts: true })
  app.post('/v1/files', async (c) => {
    try {
      requireSecretKey(audienceOf(c.req.header('authorization'), context.config))
      return await uploadFile(context, c)
    } catch (error) {
      const { status, body } = errorResponse(error, newId('req'))
      return new Response(body, { status, headers: { 'content-type': 'application/json' } })
    }
  })
  app.all('/v1/*', (c) =>
    c.json(
      {
        error: {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
        },
      },
      404,
    ),
  )
  return app
}

async function respond(context: StripeContext, c: Context, rights: RouteRights): Promise<Response> {
  const requestId = newId('req')
  const body = c.req.method === 'GET' ? (c.req.url.split('?')[1] ?? '') : await c.req.text()
  const key = c.req.method === 'GET' ? undefined : c.req.header('idempotency-key')
  const headers = { 'content-type': 'application/json', 'stripe-version': apiVersion }
  const send = ({ status, body, requestId }: StoredResponse, extra: Record<string, string> = {}) =>
    new Response(body, { status, headers: { ...headers, 'request-id': requestId, ...extra } })
  try {
    const audience = audienceOf(c.req.header('authorization'), context.config)
    if (!rights.forClients) requireSecretKey(audience)
    const { expand: paths = [], ...params } = decodeForm(body)
    const call: Call = {
      ...context,
      audience,
      params,
      id: c.req.param('id') ?? '',
      owner: ownerOf(context, c.req.header('stripe-account'), rights),
      origin: { id: requestId, idempotency_key: key ?? null },
    }
    const keyed = key ? keyedRequest(key, c.req.path, body) : undefined
    const work = () => {
      expireAuthorizations(context)
      return once(call, rights.handler, paths, keyed)
    }
    const { response, isReplay } = c.req.method === 'GET' ? work() : context.store.transaction(work)
    return send(response, isReplay ? { 'idempotent-replayed': 'true' } : {})
  } catch (error) {
    return send(errorResponse(error, requestId))
  }
}

function once(
  call: Call,
  handler: Handler,
  paths: FormRecord[string],
  keyed: KeyedRequest | undefined,
): { response: StoredResponse; isReplay: boolean } {
  const stored = keyed && findResponse(call.store, keyed)
  if (stored) return { response: stored, isReplay: true }
  const response = attempt(call, handler, paths)
  if (keyed) storeResponse(call.store, keyed, response)
  return { response, isReplay: false }
}

/** Runs a handler in a savepoint. An error rolls back the savepoint, unless it is a card error. */
function attempt(call: Call, handler: Handler, paths: FormRecord[string]): StoredResponse {
  const requestId = String(call.origin.id)
  const succeed = () => {
    const result = handler(call)
    return {
      status: 200,
      body: jsonOf(expanded(call.store, result, listOfPaths(paths))),
      requestId,
    }
  }
  try {
    return call.store.savepoint(() => {
      try {
        return succeed()
      } catch (error) {
        if (error instanceof StripeError && error.keepsEffects)
          return errorResponse(error, requestId, call)
        throw error
      }
    })
  } catch (error) {
    if (error instanceof StripeError) return errorResponse(error, requestId, call)
    throw error
  }
}

function errorResponse(error: unknown, requestId: string, call?: Call): StoredResponse {
  if (!(error instanceof StripeError)) {
    console.error('Stripe fake: request failed:', error)
    const message = 'An error occurred in the sandbox; see its log.'
    return {
      status: 500,
      body: JSON.stringify({ error: { type: 'api_error', message } }),
      requestId,
    }
  }
  const { payment_intent: intent, ...rest } = error.body
  const shown = intent && call ? { payment_intent: clientView(call, intent as StoredIntent) } : {}
  return {
    status: error.status,
    body: jsonOf({ error: { ...rest, ...shown } }),
    requestId,
  }
}

function listOfPaths(paths: FormRecord[string]): string[] {
  return Array.isArray(paths) ? paths.map(String) : []
}

function ownerOf(context: StripeContext, account: string | undefined, rights: RouteRights): string {
  if (!account) return platformOwner
  if (!rights.forAccounts)
    throw invalidRequest('The sandbox does not support the Stripe-Account header for this request.')
  return findAccount(context, account).id
}

/** Returns the kind of the API key, sent as a bearer token or as the user name of basic auth. */
export function audienceOf(
  header: string | undefined,
  config: StripeSandboxConfig,
): Call['audience'] {
  const key = keyIn(header)
  if (!key)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (key === config.secretKey) return 'secret'
  if (key === config.publishableKey) return 'publishable'
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`)
}

export function requireSecretKey(audience: Call['audience']): void {
  if (audience === 'secret') return
  throw new StripeError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
  })
}

function keyIn(header: string | undefined): string | undefined {
  const [scheme = '', credentials = ''] = (header ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return credentials
  if (scheme.toLowerCase() === 'basic')
    return Buffer.from(credentials, 'base64').toString().split(':')[0]
  return undefined
}

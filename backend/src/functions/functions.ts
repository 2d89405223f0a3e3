import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Context } from '#backend/context.ts'
import { callerOf, hasToken } from '#backend/platform/caller.ts'
import { json } from '#backend/platform/http.ts'
import { TokenError } from '#backend/platform/jwt.ts'
import { checkImports } from './check-imports.ts'
import { loadFunction } from './load-function.ts'
import { functionSettings } from './project-settings.ts'
import {
  leaveScope,
  runInScope,
  type FunctionHandler,
  type FunctionScope,
  type UnloadListener,
} from './runtime.ts'

const ownServices = /^\/(auth|rest|storage|functions)\/v1(\/|$)/

type AppFetch = (request: Request) => Response | Promise<Response>

export type Functions = {
  app: Hono
  /** Runs the `beforeunload` listeners of edge functions, for example to close connections. */
  close(): Promise<void>
}

/**
 * Serves the project's edge functions under /functions/v1/<name> in this process. Serves their
 * description, `functions/openapi.json`, at /functions/v1/openapi.json. Requests from functions to
 * `SUPABASE_URL` go to `appFetch` without a network hop. Throws ConfigError if a function imports a
 * module that Node cannot load.
 */
export function createFunctions(context: Context, appFetch: AppFetch): Functions {
  const { config, log, tokens, apiKeys } = context
  const { verifyJwt, timeLimitMs, bodyLimitBytes } = config.functions
  const settings = functionSettings(config.supabaseDir)
  checkImports(config.supabaseDir, settings)
  const env = {
    ...config.functionsEnv,
    SUPABASE_URL: config.siteUrl,
    SUPABASE_DB_URL: config.databaseUrl,
    SUPABASE_ANON_KEY: config.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: config.serviceRoleKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: apiKeys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: apiKeys.secret }),
    SITE_URL: config.siteUrl,
  }
  const unloadListeners = new Set<UnloadListener>()
  const fetchOfFunctions = fetchWithin(config.siteUrl, appFetch)
  const scopeOf = (name: string): FunctionScope => ({
    env,
    fetch: fetchOfFunctions,
    serve: () => {},
    onUnload: (listener) => unloadListeners.add(listener),
    onStray: (cause) =>
      log.error(`function ${name} threw an uncaught error in the background`, cause),
  })

  const tooLarge = () =>
    refusal(413, 'body_too_large', `The request body is larger than ${bodyLimitBytes} bytes`)
  const app = new Hono()
  const description = config.supabaseDir && join(config.supabaseDir, 'functions', 'openapi.json')
  app.get('/openapi.json', async () => {
    const text = description && (await readFile(description, 'utf8').catch(() => null))
    if (!text) return refusal(404, 'function_not_found', 'Requested function was not found')
    return new Response(text, {
      headers: { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' },
    })
  })
  const limitChunkedBody = bodyLimit({ maxSize: bodyLimitBytes, onError: tooLarge })
  // Rejects a large Content-Length before reading the body, so that the connection can be reused.
  // Counts the received bytes only of a body without a Content-Length or with a Transfer-Encoding,
  // because counting turns the body into a stream, which is slow.
  app.use('/:name/*', (c, next) => {
    const length = c.req.header('content-length')
    if (Number(length) > bodyLimitBytes) return Promise.resolve(tooLarge())
    const isChunked = length === undefined || c.req.header('transfer-encoding') !== undefined
    return isChunked ? limitChunkedBody(c, next) : next()
  })
  app.all('/:name/*', async (c) => {
    const name = c.req.param('name')
    const { enabled = true, entrypoint, verify_jwt = verifyJwt } = settings.get(name) ?? {}
    try {
      const scope = scopeOf(name)
      const loading = enabled ? loadFunction(config.supabaseDir, name, scope, entrypoint) : null
      if (!loading) return refusal(404, 'function_not_found', 'Requested function was not found')
      if (c.req.method !== 'OPTIONS' && verify_jwt) {
        const problem = problemWithToken(c.req.raw.headers)
        if (problem) return problem
      }
      const handler = await loading
      return await runInScope(scope, () => answerInTime(handler, name, c.req.raw, timeLimitMs))
    } catch (cause) {
      // Does not log an error if the client has disconnected, because the request body can no
      // longer be read.
      if (!c.req.raw.signal.aborted) log.error(`function ${name} failed`, cause)
      return refusal(500, 'function_failed', 'The function failed')
    }
  })
  const close = async () => {
    const event = new Event('beforeunload')
    const closed = [...unloadListeners].map(async (listener) => listener(event))
    unloadListeners.clear()
    for (const result of await Promise.allSettled(closed))
      if (result.status === 'rejected')
        log.error('a beforeunload listener of a function failed', result.reason)
  }
  return { app, close }

  function problemWithToken(headers: Headers): Response | null {
    if (!hasToken(headers)) {
      return gatewayRefusal('Missing authorization header')
    }
    try {
      callerOf(headers, tokens)
      return null
    } catch (cause) {
      if (cause instanceof TokenError) return gatewayRefusal(`Invalid JWT: ${cause.message}`)
      throw cause
    }
  }
}

function fetchWithin(siteUrl: string, appFetch: AppFetch): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const isOwn = url.origin === new URL(siteUrl).origin && ownServices.test(url.pathname)
    return leaveScope(() => (isOwn ? appFetch(new Request(input, init)) : fetch(input, init)))
  }
}

/** Returns a request whose path starts with the name of the edge function, as in Supabase. */
async function requestFor(name: string, request: Request, signal: AbortSignal): Promise<Request> {
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(url.pathname.indexOf(`/${name}`))
  const { method, headers } = request
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
  return new Request(url, { method, headers, body, signal })
}

/** Returns the handler's response, or 504 after the timeout, which also aborts the request. */
async function answerInTime(
  handler: FunctionHandler,
  name: string,
  request: Request,
  timeLimitMs: number,
): Promise<Response> {
  const tooLate = new AbortController()
  const signal = AbortSignal.any([request.signal, tooLate.signal])
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Response>((resolve) => {
    timer = setTimeout(() => {
      resolve(refusal(504, 'function_timeout', 'The function took too long'))
      tooLate.abort()
    }, timeLimitMs)
  })
  try {
    const answered = requestFor(name, request, signal).then(handler)
    const answer = await Promise.race([answered, late])
    if (!(answer instanceof Response)) throw new TypeError('The handler gave no Response')
    return answer
  } finally {
    clearTimeout(timer)
  }
}

function refusal(status: number, code: string, error: string): Response {
  return json({ error, code }, status)
}

/** The header x-relay-error makes supabase-js report a FunctionsRelayError. */
function gatewayRefusal(error: string): Response {
  return json({ error, code: 'invalid_jwt' }, 401, { 'x-relay-error': 'true' })
}

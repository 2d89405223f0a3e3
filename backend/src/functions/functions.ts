import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Context } from '#backend/context.ts'
import { callerOf, bearerToken } from '#backend/platform/caller.ts'
import { json } from '#backend/platform/http.ts'
import { TokenError } from '#backend/platform/jwt.ts'
import { loadFunction } from './load-function.ts'
import { openFunctions } from './project-settings.ts'
import { leaveScope, runInScope, type FunctionHandler } from './runtime.ts'

/** A file of 5 MB, and what is said beside it. */
const bodyLimitBytes = 6 * 1024 * 1024
const timeLimitMs = 60_000
const ownServices = /^\/(auth|rest|storage|functions)\/v1(\/|$)/

type AppFetch = (request: Request) => Response | Promise<Response>

/**
 * Serves the project's edge functions under /functions/v1/<name>. They run in this process;
 * what they ask of `SUPABASE_URL` goes to `appFetch` without a network hop.
 */
export function createFunctions(context: Context, appFetch: AppFetch): Hono {
  const { config, log, tokens } = context
  const open = openFunctions(config.supabaseDir)
  const scope = {
    env: {
      ...config.functionsEnv,
      SUPABASE_URL: config.siteUrl,
      SUPABASE_ANON_KEY: config.anonKey,
      SUPABASE_SERVICE_ROLE_KEY: config.serviceRoleKey,
      SITE_URL: config.siteUrl,
    },
    fetch: fetchWithin(config.siteUrl, appFetch),
    serve: () => {},
  }

  const tooLarge = () =>
    refusal(413, 'body_too_large', `The request body is larger than ${bodyLimitBytes} bytes`)
  const app = new Hono()
  // By its declared size a body is refused untouched: the server drains it, and the connection lives on.
  app.use('/:name/*', (c, next) =>
    Number(c.req.header('content-length')) > bodyLimitBytes ? Promise.resolve(tooLarge()) : next(),
  )
  app.all('/:name/*', bodyLimit({ maxSize: bodyLimitBytes, onError: tooLarge }), async (c) => {
    const name = c.req.param('name')
    try {
      const loading = loadFunction(config.supabaseDir, name, scope)
      if (!loading) return refusal(404, 'function_not_found', 'Requested function was not found')
      if (c.req.method !== 'OPTIONS' && !open.has(name)) {
        const problem = problemWithToken(c.req.raw.headers)
        if (problem) return problem
      }
      const handler = await loading
      return await runInScope(scope, () => answerInTime(handler, requestFor(name, c.req.raw)))
    } catch (cause) {
      log.error(`function ${name} failed`, cause)
      return refusal(500, 'function_failed', 'The function failed')
    }
  })
  return app

  function problemWithToken(headers: Headers): Response | null {
    if (!bearerToken(headers) && !headers.has('apikey')) {
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

/** A `fetch` that answers this server's own services in-process. */
function fetchWithin(siteUrl: string, appFetch: AppFetch): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const isOwn = url.origin === new URL(siteUrl).origin && ownServices.test(url.pathname)
    return leaveScope(() => (isOwn ? appFetch(new Request(input, init)) : fetch(input, init)))
  }
}

/** The request as a function sees it on Supabase: its path starts with the function's name. */
function requestFor(name: string, request: Request): Request {
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(url.pathname.indexOf(`/${name}`))
  const { method, headers, body, signal } = request
  return new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit)
}

async function answerInTime(handler: FunctionHandler, request: Request): Promise<Response> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Response>((resolve) => {
    const answer = () => resolve(refusal(504, 'function_timeout', 'The function took too long'))
    timer = setTimeout(answer, timeLimitMs)
  })
  try {
    return await Promise.race([handler(request), late])
  } finally {
    clearTimeout(timer)
  }
}

function refusal(status: number, code: string, error: string): Response {
  return json({ error, code }, status)
}

/** supabase-js raises FunctionsRelayError for answers marked so. */
function gatewayRefusal(error: string): Response {
  return json({ error, code: 'invalid_jwt' }, 401, { 'x-relay-error': 'true' })
}

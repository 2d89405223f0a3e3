import { Hono } from 'hono'
import { createAuth } from './auth/auth.ts'
import type { Context } from './context.ts'
import { createDataApi, type DataEnv } from './data/data-api.ts'
import type { Functions } from './functions/functions.ts'
import { bearerToken } from './platform/caller.ts'
import { withApiHeaders, json } from './platform/http.ts'
import { keyIdOf } from './platform/jwt.ts'
import type { Realtime } from './realtime/realtime.ts'
import type { Storage } from './storage/storage.ts'

export function createApp(
  context: Context,
  { realtime, storage, functions }: { realtime: Realtime; storage: Storage; functions: Functions },
): Hono<DataEnv> {
  const app = new Hono<DataEnv>()
  for (const service of ['auth', 'rest', 'storage', 'functions', 'realtime']) {
    app.use(`/${service}/v1/*`, withApiHeaders)
    app.use(`/${service}/v1`, withApiHeaders)
  }
  // Loads the signing key of the request's token first, because verifying a token is synchronous
  // and cannot load keys.
  app.use('*', async (c, next) => {
    const { headers } = c.req.raw
    const kid = keyIdOf(bearerToken(headers) ?? headers.get('apikey'))
    try {
      if (kid !== undefined) await context.keys.ready(kid)
    } catch (cause) {
      context.log.error(
        'failed to read the signing keys from the database; requests get 503 until it responds',
        cause,
      )
      return json({ message: 'The database does not answer' }, 503)
    }
    return next()
  })
  app.route('/auth/v1', createAuth(context))
  app.route('/rest/v1', createDataApi(context))
  app.route('/storage/v1', storage.app)
  app.route('/functions/v1', functions.app)
  app.route('/realtime/v1', realtime.app)

  app.get('/healthz', async (c) => {
    try {
      await context.database.owner`select 1`
      return c.json({ status: 'ok' })
    } catch {
      return c.json({ status: 'the database does not answer' }, 503)
    }
  })
  return app
}

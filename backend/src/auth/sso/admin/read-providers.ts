import type { Hono } from 'hono'
import { listSsoProviders } from '#backend/auth/sso/sso-providers.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { requireProviderOfPath } from './find-provider.ts'
import { presentInList, presentProvider } from './present-provider.ts'

/** GET /admin/sso/providers: every company's provider. */
export function registerListSsoProviders(app: Hono, world: AuthWorld): void {
  app.get('/admin/sso/providers', async () => {
    const providers = await listSsoProviders(world.sql)
    return json({ items: providers.map(presentInList) })
  })
}

/** GET /admin/sso/providers/{id}. */
export function registerGetSsoProvider(app: Hono, world: AuthWorld): void {
  app.get('/admin/sso/providers/:id', async (c) =>
    json(presentProvider(await requireProviderOfPath(world.sql, c.req.param('id')))),
  )
}

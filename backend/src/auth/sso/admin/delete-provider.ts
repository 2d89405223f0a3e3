import type { Hono } from 'hono'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { requireProviderOfPath } from './find-provider.ts'
import { presentProvider } from './present-provider.ts'

/**
 * DELETE /admin/sso/providers/{id}: nobody signs in by it any more, and whoever did, or has begun to, is
 * signed out. Their
 * accounts stay, for what they have booked and written.
 */
export function registerDeleteSsoProvider(app: Hono, world: AuthWorld): void {
  app.delete('/admin/sso/providers/:id', async (c) => {
    const provider = await world.sql.begin(async (tx) => {
      const found = await requireProviderOfPath(tx, c.req.param('id'))
      await tx`delete from auth.sso_providers where id = ${found.id}`
      // Accounts before their sessions, as everywhere.
      await tx`
        select from auth.users u where exists (
          select from auth.identities i
          where i.user_id = u.id and i.provider = ${`sso:${found.id}`})
        order by u.id for no key update`
      await tx`
        delete from auth.sessions s using auth.identities i
        where i.user_id = s.user_id and i.provider = ${`sso:${found.id}`}`
      await tx`delete from auth.flow_state where provider_type = ${`sso:${found.id}`}`
      return found
    })
    return json(presentProvider(provider))
  })
}

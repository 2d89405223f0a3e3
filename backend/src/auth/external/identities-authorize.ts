import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { requireUser } from '#backend/auth/bearer.ts'
import { requireAssurance } from '#backend/auth/factors/assurance.ts'
import { leadTo } from '#backend/auth/redirect-answers.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { departure } from './authorize.ts'
import { linkingDisabled } from './errors.ts'

/** GET /user/identities/authorize: begins to link an identity of a provider to one's account. */
export function registerLinkIdentity(app: Hono, world: AuthWorld): void {
  app.get('/user/identities/authorize', async (c) => {
    const signedIn = await requireUser(world, c.req.raw.headers)
    if (!world.config.auth.enableManualLinking) throw linkingDisabled()
    await requireAssurance(world, signedIn, 'AAL2 session is required to link an identity')
    const { url, cookie } = await departure(world, c.req.raw, { linkingFor: signedIn })
    if (c.req.query('skip_http_redirect') !== 'true') {
      return leadTo(url, { status: 302, cookie })
    }
    return json({ url }, 200, { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' })
  })
}

import type { Hono } from 'hono'
import { readChallenge } from '#backend/auth/flow-states.ts'
import { leadTo } from '#backend/auth/redirect-answers.ts'
import { askedRedirect, safeRedirect } from '#backend/auth/redirects.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { beginExternal, type Beginning, type Departure } from './begin.ts'
import { findProvider } from './providers.ts'

/** GET /authorize: sends a browser to the provider it is to sign in with. */
export function registerAuthorize(app: Hono, world: AuthWorld): void {
  app.get('/authorize', async (c) => {
    const { url, cookie } = await departure(world, c.req.raw)
    return leadTo(url, { status: 302, cookie })
  })
}

/** Begins what a request's query asks for. Throws AuthError (400) for an unknown provider and half a challenge. */
export function departure(
  world: AuthWorld,
  request: Request,
  more: Pick<Beginning, 'linkingFor'> = {},
): Promise<Departure> {
  const { searchParams } = new URL(request.url)
  const provider = findProvider(world.config.auth, searchParams.get('provider') ?? '')
  return beginExternal(world, provider, {
    challenge: readChallenge(
      searchParams.get('code_challenge'),
      searchParams.get('code_challenge_method'),
    ),
    redirectTo: safeRedirect(world.config, askedRedirect(request)),
    scopes: searchParams.get('scopes'),
    parameters: searchParams,
    ...more,
  })
}

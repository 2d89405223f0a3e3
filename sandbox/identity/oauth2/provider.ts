import { Hono } from 'hono'
import { createAuthorize, texts } from '../core/authorize.ts'
import type { IdentitySandboxConfig } from '../core/config.ts'
import { oauth2Faults } from '../core/faults.ts'
import { authenticate, type Grants } from '../core/grants.ts'

/** An OAuth 2 provider whose user info endpoints are like those of GitHub and Facebook. */
export function createOAuth2Provider(config: IdentitySandboxConfig, grants: Grants): Hono {
  const app = new Hono()
  const provider = {
    name: 'Sandbox Code',
    path: '/oauth2/authorize',
    faults: oauth2Faults,
    needsPkce: false,
  }
  app.route('/', createAuthorize(config, grants, provider))

  app.post('/oauth2/token', async (c) => {
    const body = texts(await c.req.parseBody())
    const client = authenticate(config.clients, c.req.header('authorization'), body)
    const grant =
      client &&
      grants.redeemCode(body['code'] ?? '', {
        clientId: client.id,
        redirectUri: body['redirect_uri'] ?? '',
        verifier: body['code_verifier'] ?? '',
      })
    // Like GitHub, responds to an invalid code with status 200 and an error in the body.
    const response: Record<string, string> = grant
      ? { access_token: grants.issueToken(grant), token_type: 'bearer', scope: grant.scope }
      : { error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' }
    if (c.req.header('accept')?.includes('json')) return c.json(response)
    return c.body(new URLSearchParams(response).toString(), 200, {
      'Content-Type': 'application/x-www-form-urlencoded',
    })
  })

  app.get('/oauth2/user', (c) => {
    const grant = grants.bearer(c.req.header('authorization'))
    if (!grant) return c.json({ message: 'Bad credentials' }, 401)
    const { id, login, name } = grant.person
    // GitHub's profile contains only the public email, which is null for many users.
    return c.json({ id: Number(id), login, name, email: null, avatar_url: null })
  })

  app.get('/oauth2/user/emails', (c) => {
    const grant = grants.bearer(c.req.header('authorization'))
    if (!grant) return c.json({ message: 'Bad credentials' }, 401)
    if (grant.fault === 'no-email') return c.json([])
    const { email, emailVerified, login } = grant.person
    return c.json([
      { email: `${login}@users.noreply.example`, primary: false, verified: true },
      { email, primary: true, verified: emailVerified },
    ])
  })

  app.get('/oauth2/me', (c) => {
    const grant = grants.bearer(c.req.header('authorization'))
    if (!grant) return c.json({ error: { message: 'Invalid OAuth access token.' } }, 400)
    const { id, name, email } = grant.person
    return c.json({ id, name, ...(grant.fault !== 'no-email' && { email }) })
  })
  return app
}

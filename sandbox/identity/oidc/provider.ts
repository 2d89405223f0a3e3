import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { createAuthorize, texts } from '../core/authorize.ts'
import type { IdentitySandboxConfig } from '../core/config.ts'
import { oidcFaults, type TokenFault } from '../core/faults.ts'
import { authenticate, type Grants } from '../core/grants.ts'
import { idTokenClaims, profileOf, type Signer } from './id-token.ts'

export function createOidcProvider(
  config: IdentitySandboxConfig,
  grants: Grants,
  signer: Signer,
): Hono {
  const issuer = `${config.apiUrl}/oidc`
  const app = new Hono()
  const provider = {
    name: 'Sandbox ID',
    path: '/oidc/authorize',
    faults: oidcFaults,
    needsPkce: true,
  }
  app.route('/', createAuthorize(config, grants, provider))

  app.get('/oidc/.well-known/openid-configuration', (c) =>
    c.json({
      issuer,
      authorization_endpoint: `${config.pagesUrl}/oidc/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      scopes_supported: ['openid', 'email', 'profile'],
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'form_post'],
      grant_types_supported: ['authorization_code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    }),
  )
  app.get('/oidc/keys', async (c) => c.json(await signer.keySet()))

  app.post('/oidc/token', async (c) => {
    const body = texts(await c.req.parseBody())
    const client = authenticate(config.clients, c.req.header('authorization'), body)
    if (!client) return c.json({ error: 'invalid_client' }, 401)
    if (body['grant_type'] !== 'authorization_code') {
      return c.json({ error: 'unsupported_grant_type' }, 400)
    }
    const grant = grants.redeemCode(body['code'] ?? '', {
      clientId: client.id,
      redirectUri: body['redirect_uri'] ?? '',
      verifier: body['code_verifier'] ?? '',
    })
    if (!grant) return c.json({ error: 'invalid_grant' }, 400)
    const claims = idTokenClaims(issuer, grant, Math.floor(Date.now() / 1000))
    return c.json(
      {
        access_token: grants.issueToken(grant),
        refresh_token: randomBytes(24).toString('base64url'),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: grant.scope,
        id_token: await signer.sign(claims, grant.fault as TokenFault | null),
      },
      200,
      { 'Cache-Control': 'no-store' },
    )
  })

  app.get('/oidc/userinfo', (c) => {
    const grant = grants.bearer(c.req.header('authorization'))
    if (grant) return c.json(profileOf(grant))
    return c.json({ error: 'invalid_token' }, 401, { 'WWW-Authenticate': 'Bearer' })
  })
  return app
}

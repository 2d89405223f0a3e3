import { Hono } from 'hono'
import type { IdentitySandboxConfig } from './core/config.ts'
import { Grants } from './core/grants.ts'
import { createOAuth2Provider } from './oauth2/provider.ts'
import { createOidcProvider } from './oidc/provider.ts'
import { createSigner } from './oidc/id-token.ts'
import { createSamlProvider } from './saml/provider.ts'

/** Creates the fake identity providers. `apiUrl` and `pagesUrl` must have the same path. */
export function createIdentitySandbox(config: IdentitySandboxConfig) {
  const signer = createSigner()
  const grants = new Grants()
  const app = new Hono().basePath(new URL(config.pagesUrl).pathname)

  // Rejects cross-site posts, with which another site could choose an account for the user.
  app.use('*', async (c, next) => {
    const from = c.req.header('sec-fetch-site')
    if (c.req.method === 'POST' && from === 'cross-site')
      return c.text('Only pages of this site may do that.', 403)
    await next()
    c.header('Cache-Control', 'no-store')
    c.header('X-Robots-Tag', 'noindex')
  })
  app.route('/', createOidcProvider(config, grants, signer))
  app.route('/', createOAuth2Provider(config, grants))
  if (config.saml) app.route('/', createSamlProvider(config.pagesUrl, config.saml))

  return { fetch: async (request: Request): Promise<Response> => app.fetch(request), signer }
}

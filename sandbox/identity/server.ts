import { Hono } from 'hono'
import type { IdentitySandboxConfig } from './core/config.ts'
import { Grants } from './core/grants.ts'
import { createOAuth2Provider } from './oauth2/provider.ts'
import { createOidcProvider } from './oidc/provider.ts'
import { createSigner } from './oidc/signer.ts'
import { createSamlProvider } from './saml/provider.ts'

/**
 * Identity providers of the sandbox. `fetch` answers requests below the path of `pagesUrl`, which
 * that of `apiUrl` has to be too.
 */
export function createIdentitySandbox(config: IdentitySandboxConfig) {
  const signer = createSigner()
  const grants = new Grants()
  const app = new Hono().basePath(new URL(config.pagesUrl).pathname)

  // Another site's page must not choose an account for somebody.
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

  return {
    fetch: async (request: Request): Promise<Response> => app.fetch(request),
    /** Signs ID tokens with any claims. */
    signer,
  }
}

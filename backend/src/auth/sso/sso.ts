import type { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '#backend/auth/body.ts'
import { isUuid } from '#backend/auth/bearer.ts'
import { AuthError, invalid } from '#backend/auth/errors.ts'
import type { Departure } from '#backend/auth/external/begin.ts'
import { beginOidc } from '#backend/auth/external/sso-oidc.ts'
import { readChallenge } from '#backend/auth/flow-states.ts'
import { askedRedirect, safeRedirect } from '#backend/auth/redirects.ts'
import { beginSaml } from '#backend/auth/saml/begin.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import {
  findSsoProvider,
  findSsoProviderByDomain,
  hasOidcProviders,
  type SsoProvider,
} from './sso-providers.ts'

const ssoBody = z.object({
  provider_id: z.string().nullish(),
  domain: z.string().nullish(),
  redirect_to: z.string().nullish(),
  skip_http_redirect: z.boolean().nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
})

/** POST /sso: sends somebody to the identity provider of their company, found by domain or id. */
export function registerSso(app: Hono, world: AuthWorld): void {
  app.post('/sso', async (c) => {
    const isSamlOn = world.config.auth.saml.privateKey !== null
    if (!isSamlOn && !(await hasOidcProviders(world.sql))) throw samlDisabled()
    const body = await readBody(c.req.raw, ssoBody)
    const challenge = readChallenge(body.code_challenge, body.code_challenge_method)
    const provider = await providerOf(world, body)
    const redirectTo = safeRedirect(world.config, body.redirect_to || askedRedirect(c.req.raw))
    const departure = await begin(world, provider, { challenge, redirectTo })
    const headers = { 'Set-Cookie': departure.cookie, 'Cache-Control': 'no-store' }
    if (body.skip_http_redirect) return json({ url: departure.url }, 200, headers)
    return new Response(null, { status: 303, headers: { ...headers, Location: departure.url } })
  })
}

async function providerOf(
  world: AuthWorld,
  { provider_id: id, domain }: z.output<typeof ssoBody>,
): Promise<SsoProvider> {
  if (id && domain) throw invalid('Only one of provider_id or domain supported')
  if (!id && !domain) throw invalid('A provider_id or domain needs to be provided')
  if (id && !isUuid(id)) throw invalid('provider_id has to be a UUID')
  const provider = id
    ? await findSsoProvider(world.sql, id)
    : await findSsoProviderByDomain(world.sql, domain ?? '')
  if (provider && !provider.disabled) return provider
  throw new AuthError(
    404,
    'sso_provider_not_found',
    id ? 'No such SSO provider' : 'No SSO provider assigned for this domain',
  )
}

function begin(
  world: AuthWorld,
  { id, saml, oidc }: SsoProvider,
  beginning: Parameters<typeof beginSaml>[2],
): Promise<Departure> {
  if (oidc) return beginOidc(world, id, beginning)
  if (!saml || world.config.auth.saml.privateKey === null) throw samlDisabled()
  return beginSaml(world, { ...saml, id }, beginning)
}

function samlDisabled(): AuthError {
  return new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

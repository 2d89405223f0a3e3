import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthorizationRedirect } from '#backend/auth/core/browser-binding.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { type Challenge, readChallenge } from '#backend/auth/core/flow-states.ts'
import { isUuid } from '#backend/platform/is-uuid.ts'
import { requestedRedirect, safeRedirect } from '#backend/auth/core/redirects.ts'
import { samlDisabled } from '#backend/auth/saml/service-provider.ts'
import {
  type SsoProvider,
  findSsoProvider,
  findSsoProviderByDomain,
  hasOidcProviders,
} from './providers.ts'
import { beginSaml } from './saml-begin.ts'

const ssoBody = z.object({
  provider_id: z.string().nullish(),
  domain: z.string().nullish(),
  redirect_to: z.string().nullish(),
  skip_http_redirect: z.boolean().nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
})

type Destination = { challenge: Challenge | null; redirectTo: string }

type BeginOidc = (
  context: AuthContext,
  providerId: string,
  destination: Destination,
) => Promise<AuthorizationRedirect>

/**
 * POST /sso: redirects to the identity provider of an organization, which is found by email domain
 * or id. `beginOidc` is a parameter because importing it would create an import cycle.
 */
export function registerSso(app: Hono, context: AuthContext, beginOidc: BeginOidc): void {
  app.post('/sso', async (c) => {
    const isSamlOn = context.settings.saml.privateKey !== null
    if (!isSamlOn && !(await hasOidcProviders(context.sql))) throw samlDisabled()
    const body = await readBody(c.req.raw, ssoBody)
    const challenge = readChallenge(body.code_challenge, body.code_challenge_method)
    const provider = await findRequestedProvider(context, body)
    const redirectTo = safeRedirect(context, body.redirect_to || requestedRedirect(c.req.raw))
    const destination = { challenge, redirectTo }
    const { id, oidc, saml } = provider
    if (!oidc && !(saml && isSamlOn)) throw samlDisabled()
    const redirect =
      saml && !oidc
        ? await beginSaml(context, { ...saml, id }, destination)
        : await beginOidc(context, id, destination)
    const headers = { 'Set-Cookie': redirect.cookie, 'Cache-Control': 'no-store' }
    if (body.skip_http_redirect) return json({ url: redirect.url }, 200, headers)
    return new Response(null, {
      status: 303,
      headers: { ...headers, Location: redirect.url, 'Content-Length': '0' },
    })
  })
}

async function findRequestedProvider(
  context: AuthContext,
  { provider_id: id, domain }: z.output<typeof ssoBody>,
): Promise<SsoProvider> {
  if (id && domain) throw invalid('Only one of provider_id or domain supported')
  if (!id && !domain) throw invalid('A provider_id or domain needs to be provided')
  if (id && !isUuid(id)) throw invalid('provider_id has to be a UUID')
  const provider = id
    ? await findSsoProvider(context.sql, id)
    : await findSsoProviderByDomain(context.sql, domain ?? '')
  if (provider && !provider.disabled) return provider
  throw new AuthError(
    404,
    'sso_provider_not_found',
    id ? 'No such SSO provider' : 'No SSO provider assigned for this domain',
  )
}

import { randomBytes } from 'node:crypto'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'

type AuthSettings = NonNullable<BackendConfigInput['auth']>

/** What the backend is told of the stand-in. */
export type IdentityLink = {
  provider: NonNullable<AuthSettings['external']>[string] & { clientSecret: string; issuer: string }
  saml: NonNullable<AuthSettings['saml']>
}

/** Where the stand-in's pages are. */
export const identityPath = '/_sandbox/identity'

/**
 * Starts the stand-in for identity providers, whose code is loaded only here. The backend reaches it at `localUrl`, as the site's
 * address may lead elsewhere from here; people's browsers reach it below the site's URL.
 */
export async function openIdentitySandbox(
  site: { siteUrl: string; serviceRoleKey: string; samlKey?: string | null },
  localUrl: string,
) {
  const { siteUrl, serviceRoleKey, samlKey = null } = site
  const [{ createIdentitySandbox }, { registerCompanies, samlCompanyOf }] = await Promise.all([
    import('@hourspace/sandbox/identity/server.ts'),
    import('./companies.ts'),
  ])
  const company = await samlCompanyOf(siteUrl, samlKey)
  const apiUrl = `${localUrl}${identityPath}`
  const client = {
    id: 'sandbox',
    secret: randomBytes(24).toString('base64url'),
    name: new URL(siteUrl).host,
    redirectUris: [`${siteUrl}/auth/v1/`],
  }
  const sandbox = createIdentitySandbox({
    pagesUrl: `${siteUrl}${identityPath}`,
    apiUrl,
    clients: [client],
    saml: company.provider,
  })
  const provider = {
    clientId: client.id,
    clientSecret: client.secret,
    issuer: `${apiUrl}/oidc`,
    label: 'Sandbox ID',
  }
  const saml = { privateKey: company.privateKey }
  /** Makes its companies known to the backend. */
  const introduce = (fetch: (request: Request) => Promise<Response>) => {
    const signInUrl = `${siteUrl}${identityPath}/saml/sign-in`
    return registerCompanies({
      serviceRoleKey,
      fetch,
      saml: { provider: company.provider, signInUrl },
      oidc: provider,
    })
  }
  const link: IdentityLink = { provider, saml }
  return { sandbox, link, introduce }
}

/** Settings with the stand-in as the one provider where no other is configured, and with a key for SAML. */
export function withIdentitySandbox(
  auth: AuthSettings,
  {
    provider,
    saml,
  }: Pick<IdentityLink, 'saml'> & { provider: NonNullable<AuthSettings['external']>[string] },
): AuthSettings {
  const isConfigured = Object.keys(auth.external ?? {}).length > 0
  return { ...auth, saml, ...(isConfigured ? {} : { external: { sandbox: provider } }) }
}

import { randomBytes } from 'node:crypto'
import type { BackendConfigInput } from '#backend/config/config.ts'
import { createIdentitySandbox } from '#sandbox/identity/server.ts'
import { registerCompanies, samlCompanyOf } from './companies.ts'
import { serve } from './http/server.ts'
import { freePort } from './postgres/port.ts'

type AuthSettings = NonNullable<BackendConfigInput['auth']>

/** Where the stand-in's pages are. */
export const identityPath = '/_sandbox/identity'

/**
 * Starts the stand-in for identity providers. The backend reaches it by a local port of its own, as
 * the site's address may lead elsewhere from here; people's browsers reach it below the site's URL.
 */
export async function openIdentitySandbox(
  { siteUrl, serviceRoleKey }: { siteUrl: string; serviceRoleKey: string },
  auth: AuthSettings,
) {
  const [port, company] = await Promise.all([
    freePort(),
    samlCompanyOf(siteUrl, auth.saml?.privateKey ?? null),
  ])
  const apiUrl = `http://127.0.0.1:${port}${identityPath}`
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
  const close = await serve({
    port,
    host: '127.0.0.1',
    fetch: sandbox.fetch,
    upgrade: (_request, socket) => socket.destroy(),
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
  return { sandbox, provider, saml, introduce, close }
}

/** Settings with the stand-in as the one provider where no other is configured, and with a key for SAML. */
export function withIdentitySandbox(
  auth: AuthSettings,
  provider: NonNullable<AuthSettings['external']>[string],
  saml: NonNullable<AuthSettings['saml']>,
): AuthSettings {
  const isConfigured = Object.keys(auth.external ?? {}).length > 0
  return { ...auth, saml, ...(isConfigured ? {} : { external: { sandbox: provider } }) }
}

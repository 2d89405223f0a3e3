import { createPrivateKey, generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { BackendConfigInput } from '@hourspace/backend/config/config.ts'
import { selfSignedCertificate } from '@hourspace/backend/platform/certificate.ts'
import type { SamlSandboxConfig } from '@hourspace/sandbox/identity/saml/config.ts'

type AuthSettings = NonNullable<BackendConfigInput['auth']>
type Fetch = (request: Request) => Promise<Response>

export type IdentitySettings = {
  provider: NonNullable<AuthSettings['external']>[string] & { clientSecret: string; issuer: string }
  saml: NonNullable<AuthSettings['saml']>
}

export const identityPath = '/_sandbox/identity'

/** Two fake SSO organizations, each with the email domains of its predefined users. */
const samlOrganization = { name: 'Calder & Larsen', domains: ['calder.example', 'larsen.example'] }
const oidcOrganization = { domains: ['petrov.example', 'marsh.example'] }

/**
 * Starts fake OpenID Connect, OAuth 2 and SAML providers. The backend calls the fake providers at
 * `localUrl`, because a machine may be unable to reach its own public URL.
 */
export async function startFakeIdentity(
  site: { siteUrl: string; serviceRoleKey: string; samlKey?: string | null },
  localUrl: string,
) {
  const { siteUrl, serviceRoleKey, samlKey = null } = site
  const { createIdentitySandbox } = await import('@hourspace/sandbox/identity/server.ts')
  const saml = await createSamlConfig(siteUrl, samlKey)
  const apiUrl = `${localUrl}${identityPath}`
  const client = {
    id: 'sandbox',
    secret: randomBytes(24).toString('base64url'),
    name: new URL(siteUrl).host,
    redirectUris: [`${siteUrl}/auth/v1/`],
  }
  const fake = createIdentitySandbox({
    pagesUrl: `${siteUrl}${identityPath}`,
    apiUrl,
    clients: [client],
    saml: saml.provider,
  })
  const provider = {
    clientId: client.id,
    clientSecret: client.secret,
    issuer: `${apiUrl}/oidc`,
    label: 'Sandbox ID',
  }
  const settings: IdentitySettings = { provider, saml: { privateKey: saml.privateKey } }
  const registerProviders = async (fetch: Fetch) => {
    const { samlMetadata } = await import('@hourspace/sandbox/identity/saml/config.ts')
    const metadata = samlMetadata(saml.provider, `${siteUrl}${identityPath}/saml/sign-in`)
    await registerSsoProviders(fetch, serviceRoleKey, metadata, provider)
  }
  return { fake, settings, registerProviders }
}

/** Adds a SAML key to the auth settings, and a fake provider if no real provider is configured. */
export function withFakeIdentity(
  auth: AuthSettings,
  {
    provider,
    saml,
  }: { provider: NonNullable<AuthSettings['external']>[string]; saml: IdentitySettings['saml'] },
): AuthSettings {
  const isConfigured = Object.keys(auth.external ?? {}).length > 0
  return { ...auth, saml, ...(isConfigured ? {} : { external: { sandbox: provider } }) }
}

/**
 * Creates the configuration of the SAML fake. Its key also signs the site's requests if the site
 * has no SAML key.
 */
async function createSamlConfig(
  siteUrl: string,
  siteKey: string | null,
): Promise<{ privateKey: string; provider: SamlSandboxConfig }> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const providerKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const privateKey = siteKey ?? providerKey
  const base = `${siteUrl}/auth/v1/sso/saml`
  const { host, hostname } = new URL(siteUrl)
  return {
    privateKey,
    provider: {
      company: samlOrganization.name,
      entityId: 'https://sandbox.example/saml',
      privateKey: providerKey,
      certificate: selfSignedCertificate(pair.privateKey, 'sandbox.example'),
      domains: samlOrganization.domains,
      application: {
        name: host,
        entityId: `${base}/metadata`,
        acsUrl: `${base}/acs`,
        certificate: selfSignedCertificate(createPrivateKey(privateKey), hostname),
      },
    },
  }
}

async function registerSsoProviders(
  fetch: Fetch,
  serviceRoleKey: string,
  samlMetadata: string,
  oidc: { issuer: string; clientId: string; clientSecret: string },
): Promise<void> {
  const call = (method: string, path: string, body?: object) =>
    fetch(
      new Request(`http://localhost/auth/v1/admin/sso/providers${path}`, {
        method,
        headers: { authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
  const listed = await call('GET', '')
  const { items } = (await listed.json()) as { items: { id: string; resource_id?: string }[] }
  const providers = [
    {
      type: 'saml',
      resource_id: 'sandbox-saml',
      domains: samlOrganization.domains,
      metadata_xml: samlMetadata,
      attribute_mapping: {
        keys: { email: { name: 'email' }, full_name: { name: 'displayName' } },
      },
    },
    {
      type: 'oidc',
      resource_id: 'sandbox-oidc',
      domains: oidcOrganization.domains,
      issuer: oidc.issuer,
      client_id: oidc.clientId,
      client_secret: oidc.clientSecret,
    },
  ]
  for (const provider of providers) {
    const id = items.find(({ resource_id }) => resource_id === provider.resource_id)?.id
    const response = await (id ? call('PUT', `/${id}`, provider) : call('POST', '', provider))
    if (!response.ok)
      throw new Error(
        `Cannot register the SSO provider ${provider.resource_id}: ${await response.text()}`,
      )
  }
}

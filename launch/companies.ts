import { createPrivateKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { selfSignedCertificate } from '@hourspace/backend/platform/certificate.ts'
import { samlMetadata } from '@hourspace/sandbox/identity/saml/metadata.ts'
import type { SamlSandboxConfig } from '@hourspace/sandbox/identity/saml/config.ts'

/** Companies of the sandbox: domains of the people that its providers know. */
const samlCompany = { name: 'Calder & Larsen', domains: ['calder.example', 'larsen.example'] }
const oidcCompany = { name: 'Petrov & Marsh', domains: ['petrov.example', 'marsh.example'] }

type SamlCompany = {
  /** PEM of the one key of both sides, made anew at every start. */
  privateKey: string
  provider: SamlSandboxConfig
}

/** A company that signs its people in by SAML. Both sides share a key here, as both are us. */
export async function samlCompanyOf(siteUrl: string, ownKey: string | null): Promise<SamlCompany> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const base = `${siteUrl}/auth/v1/sso/saml`
  const { host, hostname } = new URL(siteUrl)
  return {
    privateKey: ownKey ?? privateKey,
    provider: {
      company: samlCompany.name,
      entityId: 'https://sandbox.example/saml',
      privateKey,
      certificate: selfSignedCertificate(pair.privateKey, 'sandbox.example'),
      domains: samlCompany.domains,
      application: {
        name: host,
        entityId: `${base}/metadata`,
        acsUrl: `${base}/acs`,
        certificate: selfSignedCertificate(createPrivateKey(ownKey ?? privateKey), hostname),
      },
    },
  }
}

type Registration = {
  serviceRoleKey: string
  fetch(request: Request): Promise<Response>
  saml: { provider: SamlSandboxConfig; signInUrl: string }
  oidc: { issuer: string; clientId: string; clientSecret: string }
}

/** Makes the sandbox's companies known to the accounts service, or renews what it knows of them. */
export async function registerCompanies(registration: Registration): Promise<void> {
  const { saml, oidc } = registration
  const known = await ask(registration, 'GET', '')
  const { items } = (await known.json()) as { items: { id: string; resource_id?: string }[] }
  const companies = [
    {
      type: 'saml',
      resource_id: 'sandbox-saml',
      domains: samlCompany.domains,
      metadata_xml: samlMetadata(saml.provider, saml.signInUrl),
      attribute_mapping: {
        keys: { email: { name: 'email' }, full_name: { name: 'displayName' } },
      },
    },
    {
      type: 'oidc',
      resource_id: 'sandbox-oidc',
      domains: oidcCompany.domains,
      issuer: oidc.issuer,
      client_id: oidc.clientId,
      client_secret: oidc.clientSecret,
    },
  ]
  for (const company of companies) {
    const id = items.find(({ resource_id }) => resource_id === company.resource_id)?.id
    const answer = await (id
      ? ask(registration, 'PUT', `/${id}`, company)
      : ask(registration, 'POST', '', company))
    if (!answer.ok) throw new Error(`A company of the sandbox is refused: ${await answer.text()}`)
  }
}

function ask(
  { fetch, serviceRoleKey }: Registration,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  return fetch(
    new Request(`http://localhost/auth/v1/admin/sso/providers${path}`, {
      method,
      headers: { authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
}

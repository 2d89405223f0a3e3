import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { request } from 'node:http'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll } from 'vitest'
import type { BackendConfigInput } from '#backend/config/config.ts'
import { clientOf, openTarget, type Target } from '../target.ts'
import {
  assertionXml,
  createSamlProvider,
  inSeconds,
  responseXml,
  type ResponseValues,
  type SamlProvider,
} from './saml-provider.ts'

const base = 'http://localhost/auth/v1'
export const acsUrl = `${base}/sso/saml/acs`
export const entityId = `${base}/sso/saml/metadata`

/** One key for all targets of this process, because generating an RSA key is slow. */
let siteKey: KeyObject | undefined

export function openSamlTarget(settings: Partial<BackendConfigInput> = {}): Promise<Target> {
  const privateKey = (siteKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  const saml = {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    allowLoopback: true,
  }
  return openTarget({ ...settings, auth: { ...settings.auth, saml } })
}

export function samlSuite() {
  const suite = {} as { target: Target; organization: Organization }
  beforeAll(async () => {
    suite.target = await openSamlTarget()
    suite.organization = await newOrganization(suite.target)
  })
  afterAll(() => suite.target.close())
  return {
    get target() {
      return suite.target
    },
    get organization() {
      return suite.organization
    },
    /** Signs in to `organization` with the SAML response that `make` creates. */
    answered: (make: Answer, changes?: Changes, organization = suite.organization) =>
      postResponseOf(suite.target, organization, make, changes),
  }
}

export function requestAsAdmin(
  target: Target,
  method: string,
  path: string,
  body?: unknown,
  token = target.serviceRoleKey,
): Promise<Response> {
  return fetch(`${target.url}/auth/v1/admin/sso/providers${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

export type Organization = { id: string; domain: string; provider: SamlProvider }

export async function newOrganization(target: Target, facts: object = {}): Promise<Organization> {
  const provider = createSamlProvider()
  const domain = `c${crypto.randomUUID()}.example`
  const answer = await requestAsAdmin(target, 'POST', '', {
    type: 'saml',
    metadata_xml: provider.metadata,
    domains: [domain],
    ...facts,
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  const { id } = (await answer.json()) as { id: string }
  return { id, domain, provider }
}

type StartedSignIn = {
  url: URL
  relayState: string
  requestId: string
  requestXml: string
  /** The cookie that binds the SAML sign-in to the browser that started it. */
  cookie: string
}

export async function begin(
  target: Target,
  organization: Organization,
  more: object = {},
): Promise<StartedSignIn> {
  const answer = await fetch(`${target.url}/auth/v1/sso`, {
    method: 'POST',
    headers: { apikey: target.anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ domain: organization.domain, skip_http_redirect: true, ...more }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  const { url } = (await answer.json()) as { url: string }
  return { ...readRequest(url), cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

export function readRequest(address: string): Omit<StartedSignIn, 'cookie'> {
  const url = new URL(address)
  const encoded = Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')
  const requestXml = inflateRawSync(encoded).toString()
  return {
    url,
    relayState: url.searchParams.get('RelayState') ?? '',
    requestId: / ID="([^"]+)"/.exec(requestXml)?.[1] ?? '',
    requestXml,
  }
}

/**
 * Returns the values of a valid SAML response from the organization's identity provider. `changes`
 * replaces some of them.
 */
export function responseValuesOf(
  organization: Organization,
  begun: StartedSignIn,
  changes: Partial<ResponseValues> = {},
) {
  const name = crypto.randomUUID()
  return {
    requestId: begun.requestId,
    recipient: acsUrl,
    audience: entityId,
    issuer: organization.provider.entityId,
    nameId: name,
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    email: `p${name}@${organization.domain}`,
    attributes: {},
    notBefore: inSeconds(-5),
    notOnOrAfter: inSeconds(120),
    sessionNotOnOrAfter: null,
    assertionId: `_a${crypto.randomUUID()}`,
    status: 'Success',
    ...changes,
  } satisfies ResponseValues
}

export function validResponse({ provider }: Organization, facts: ResponseValues): string {
  return provider.sign(responseXml(facts, assertionXml(facts)))
}

export async function post(target: Target, relayState: string, xml: string) {
  const answer = await fetch(`${target.url}/auth/v1/sso/saml/acs`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      RelayState: relayState,
      SAMLResponse: Buffer.from(xml).toString('base64'),
    }),
  })
  const location = answer.headers.get('location')
  const to = new URL(location ?? 'http://nowhere')
  const fragment = new URLSearchParams(to.hash.slice(1))
  return {
    status: answer.status,
    to,
    fragment,
    code: fragment.get('error_code'),
    reason: fragment.get('error_description'),
    isSignedIn: fragment.has('access_token'),
  }
}

export const refused = {
  status: 303,
  code: 'validation_failed',
  reason: 'SAML Assertion is not valid',
  isSignedIn: false,
}

/**
 * Creates a SAML response. `facts` contains the values with the test's changes; `honest` contains
 * valid values for the same sign-in.
 */
type Answer = (
  facts: ReturnType<typeof responseValuesOf>,
  honest: ReturnType<typeof responseValuesOf>,
) => string
type Changes = Parameters<typeof responseValuesOf>[2]

async function postResponseOf(
  target: Target,
  organization: Organization,
  make: Answer,
  changes: Changes = {},
) {
  const begun = await begin(target, organization)
  const said = make(
    responseValuesOf(organization, begun, changes),
    responseValuesOf(organization, begun),
  )
  return post(target, begun.relayState, said)
}

export async function userOf(
  target: Target,
  { fragment }: Pick<Awaited<ReturnType<typeof post>>, 'fragment'>,
) {
  const { data, error } = await clientOf(target).auth.getUser(fragment.get('access_token') ?? '')
  if (error) throw new Error(fragment.get('error_description') ?? error.message)
  return data.user
}

/** Posts a SAML response with browser headers, which fetch cannot set. Returns the redirect URL. */
export function postAsBrowser(
  target: Target,
  relayState: string,
  xml: string,
  cookie = '',
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const SAMLResponse = Buffer.from(xml).toString('base64')
  const form = new URLSearchParams({ RelayState: relayState, SAMLResponse }).toString()
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Sec-Fetch-Mode': 'navigate',
    Cookie: cookie,
  }
  const sent = request(`${target.url}/auth/v1/sso/saml/acs`, { method: 'POST', headers })
  sent.on('error', reject)
  sent.on('response', (answer) => {
    answer.resume()
    resolve(answer.headers.location ?? '')
  })
  sent.end(form)
  return promise
}

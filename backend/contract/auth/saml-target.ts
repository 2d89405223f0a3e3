import { generateKeyPairSync } from 'node:crypto'
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
  type AnswerFacts,
  type SamlProvider,
} from './saml-provider.ts'

/** As the tests' settings name the site. */
export const base = 'http://localhost/auth/v1'
export const acsUrl = `${base}/sso/saml/acs`
export const entityId = `${base}/sso/saml/metadata`

/** A target of our own that speaks SAML. */
export function openSamlTarget(settings: Partial<BackendConfigInput> = {}): Promise<Target> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const saml = {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    allowLoopback: true,
  }
  return openTarget({ ...settings, auth: { ...settings.auth, saml } })
}

/** A target of our own with one company, for the tests of the suite that calls it. */
export function samlSuite() {
  const suite = {} as { target: Target; company: Company }
  beforeAll(async () => {
    suite.target = await openSamlTarget()
    suite.company = await newCompany(suite.target)
  })
  afterAll(() => suite.target.close())
  return {
    get target() {
      return suite.target
    },
    get company() {
      return suite.company
    },
    /** What becomes of an answer that `make` writes, of this company or of another. */
    answered: (make: Answer, changes?: Changes, whom = suite.company) =>
      answeredBy(suite.target, whom, make, changes),
  }
}

/** A request of the project's own servers to /admin/sso/providers. */
export function askAdmin(
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

export type Company = { id: string; domain: string; provider: SamlProvider }

/** A company whose people sign in by SAML. */
export async function newCompany(target: Target, facts: object = {}): Promise<Company> {
  const provider = createSamlProvider()
  const domain = `c${crypto.randomUUID()}.example`
  const answer = await askAdmin(target, 'POST', '', {
    type: 'saml',
    metadata_xml: provider.metadata,
    domains: [domain],
    ...facts,
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  const { id } = (await answer.json()) as { id: string }
  return { id, domain, provider }
}

/** A sign-in under way: what our request says, and what it is called. */
export type Begun = {
  url: URL
  relayState: string
  requestId: string
  requestXml: string
  /** What a browser keeps of it. */
  cookie: string
}

export async function begin(target: Target, company: Company, more: object = {}): Promise<Begun> {
  const answer = await fetch(`${target.url}/auth/v1/sso`, {
    method: 'POST',
    headers: { apikey: target.anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ domain: company.domain, skip_http_redirect: true, ...more }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  const { url } = (await answer.json()) as { url: string }
  return { ...readRequest(url), cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

/** What the address tells that a person's browser is sent to. */
export function readRequest(address: string): Omit<Begun, 'cookie'> {
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

/** What an honest provider says of somebody at the company. */
export function factsOf(company: Company, begun: Begun, changes: Partial<AnswerFacts> = {}) {
  const name = crypto.randomUUID()
  return {
    requestId: begun.requestId,
    recipient: acsUrl,
    audience: entityId,
    issuer: company.provider.entityId,
    nameId: name,
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    email: `p${name}@${company.domain}`,
    attributes: {},
    notBefore: inSeconds(-5),
    notOnOrAfter: inSeconds(120),
    sessionNotOnOrAfter: null,
    assertionId: `_a${crypto.randomUUID()}`,
    status: 'Success',
    ...changes,
  } satisfies AnswerFacts
}

/** An honest answer with its assertion signed. */
export function honestAnswer({ provider }: Company, facts: AnswerFacts): string {
  return provider.sign(responseXml(facts, assertionXml(facts)))
}

/** What the browser is told when it posts an answer: where it is led, and what came along. */
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

/** What is told of an answer that is not believed, whatever is wrong with it. */
export const refused = {
  status: 303,
  code: 'validation_failed',
  reason: 'SAML Assertion is not valid',
  isSignedIn: false,
}

/** What a provider makes of what is to be said, and of what an honest one would say. */
export type Answer = (
  facts: ReturnType<typeof factsOf>,
  honest: ReturnType<typeof factsOf>,
) => string
export type Changes = Parameters<typeof factsOf>[2]

/** Begins a sign-in and posts what a provider makes of it. */
export async function answeredBy(
  target: Target,
  company: Company,
  make: Answer,
  changes: Changes = {},
) {
  const begun = await begin(target, company)
  const said = make(factsOf(company, begun, changes), factsOf(company, begun))
  return post(target, begun.relayState, said)
}

/** The account that an answer has signed in. */
export async function userOf(
  target: Target,
  { fragment }: Pick<Awaited<ReturnType<typeof post>>, 'fragment'>,
) {
  const { data, error } = await clientOf(target).auth.getUser(fragment.get('access_token') ?? '')
  if (error) throw new Error(fragment.get('error_description') ?? error.message)
  return data.user
}

/** Where a browser is led that posts an answer as browsers do, with these cookies; fetch may not say it is one. */
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

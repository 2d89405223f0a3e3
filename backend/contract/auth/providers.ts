import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { BackendConfigInput } from '#backend/config/config.ts'
import { startIdentitySandbox, type Visitor } from '@hourspace/sandbox/identity/testing.ts'
import { testPort } from '@hourspace/launch/testing/run.ts'
import type { Target } from '../target.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'

type AuthInput = NonNullable<BackendConfigInput['auth']>

/** Redirect URL in tests: a loopback address, which the server allows by default. */
export const landing = 'http://127.0.0.1:4230/account'

export type Providers = MailTarget & {
  sandbox: Awaited<ReturnType<typeof startIdentitySandbox>>
  /** Follows a sign-in like a browser: /authorize, the provider's page, then the callback. */
  travel(asked?: FlowOptions): Promise<CallbackResult>
  close(): Promise<void>
}

type FlowOptions = {
  /** Default: 'google'. */
  provider?: string
  visitor?: Visitor
  query?: Record<string, string>
}

export type CallbackResult = {
  response: Response
  /** URL to which the callback redirects, or null if the response does not redirect. */
  url: URL | null
  query: URLSearchParams
  fragment: URLSearchParams
  /** Callback URL to which the provider redirected. Some tests request it a second time. */
  callback: string
}

/** Opens a server with fakes of Google, Apple, GitHub, Facebook and an OpenID provider 'acme'. */
export async function openProviders(auth: AuthInput = {}): Promise<Providers> {
  // Uses a reserved port. The backend caches providers and their keys by URL, so two sandboxes of a
  // test run must not use the same port.
  const sandbox = await startIdentitySandbox(await testPort())
  const { client, issuer, endpoints } = sandbox
  const application = { clientId: client.id, clientSecret: client.secret }
  const external: AuthInput['external'] = {
    google: { ...application, issuer, otherClientIds: ['the-app-for-phones'] },
    apple: { ...application, issuer },
    github: { ...application, endpoints },
    facebook: { ...application, endpoints: { ...endpoints, userInfo: endpoints.me } },
    acme: { ...application, issuer, label: 'Acme ID' },
    ...auth.external,
  }
  const mail = await openMailTarget({ auth: { enableManualLinking: true, ...auth, external } })
  return {
    ...mail,
    sandbox,
    travel: (journey) => travel(mail.target, sandbox.signIn, journey),
    close: async () => {
      await mail.target.close()
      await sandbox.close()
    },
  }
}

async function travel(
  target: Target,
  signIn: Providers['sandbox']['signIn'],
  { provider = 'google', visitor, query = {} }: FlowOptions = {},
): Promise<CallbackResult> {
  const asked = new URLSearchParams({ provider, redirect_to: landing, ...query })
  const departure = await fetch(`${target.url}/auth/v1/authorize?${asked}`, { redirect: 'manual' })
  const location = departure.headers.get('location')
  if (!location) throw new Error(`/authorize refused: ${await departure.text()}`)
  const { url, posted } = await signIn(location, visitor)
  return arrive(target, url, posted)
}

/** Sends a provider's response to the server under test instead of http://localhost. */
export async function arrive(
  target: Target,
  callback: string,
  posted: URLSearchParams | null = null,
  headers: Record<string, string> = {},
): Promise<CallbackResult> {
  const response = await fetch(callback.replace('http://localhost/', `${target.url}/`), {
    redirect: 'manual',
    headers,
    ...(posted && { method: 'POST', body: posted }),
  })
  const location = response.headers.get('location')
  const url = location ? new URL(location) : null
  return {
    response,
    url,
    query: url?.searchParams ?? new URLSearchParams(),
    fragment: new URLSearchParams(url?.hash.slice(1)),
    callback,
  }
}

/** Requests the callback URL with node:http, because `fetch` overrides Sec-Fetch-Mode. */
export async function navigate(
  { target }: Providers,
  callback: string,
  headers: Record<string, string>,
): Promise<CallbackResult> {
  const url = callback.replace('http://localhost/', `${target.url}/`)
  const [status, location] = await new Promise<[number, string | undefined]>((resolve, reject) => {
    request(url, { headers }, (answer) => {
      answer.resume()
      resolve([answer.statusCode ?? 0, answer.headers.location])
    })
      .on('error', reject)
      .end()
  })
  const led = location ? new URL(location) : null
  return {
    response: new Response(null, { status }),
    url: led,
    query: led?.searchParams ?? new URLSearchParams(),
    fragment: new URLSearchParams(led?.hash.slice(1)),
    callback,
  }
}

export const accountsOf = (sql: Providers['sql'], email: string) => sql<
  { id: string; identities: string[] }[]
>`
  select u.id, array_agg(i.provider order by i.created_at, i.provider) as identities
  from auth.users u left join auth.identities i on i.user_id = u.id
  where u.email = ${email} group by u.id`

export async function userOf(target: Target, { fragment }: CallbackResult) {
  const { json } = await ask(target, '/user', { token: fragment.get('access_token') ?? '' })
  return json as Record<string, unknown> & { id: string; identities: { provider: string }[] }
}

export function newChallenge() {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return {
    verifier,
    challenge,
    query: { code_challenge: challenge, code_challenge_method: 's256' },
  }
}

export async function ask(
  target: Target,
  path: string,
  { token, body, method }: { token?: string; body?: unknown; method?: string } = {},
) {
  const response = await fetch(`${target.url}/auth/v1${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    redirect: 'manual',
    headers: {
      apikey: target.anonKey,
      'X-Supabase-Api-Version': '2024-01-01',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const json = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>
  return { status: response.status, headers: response.headers, json }
}

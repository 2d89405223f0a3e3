import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { JWTPayload } from 'jose'
import type { FaultName, TokenFault } from './core/faults.ts'
import { createIdentitySandbox } from './server.ts'

/** What a test user selects or enters on the account picker. */
export type Visitor = {
  email?: string
  name?: string
  emailVerified?: boolean
  fault?: FaultName
  cancels?: boolean
}

export type StartedIdentitySandbox = Awaited<ReturnType<typeof startIdentitySandbox>>

/**
 * Starts the fake identity providers with one client. Its redirect URI can be on any port of
 * localhost. If `port` is 0, the system chooses a free port.
 */
export async function startIdentitySandbox(port = 0) {
  let sandbox: ReturnType<typeof createIdentitySandbox>
  const server = serve({
    fetch: (request) => sandbox.fetch(request),
    port,
    hostname: '127.0.0.1',
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/identity`
  const client = {
    id: 'test-application',
    secret: 'a secret of test-application',
    name: 'Tests',
    redirectUris: ['http://localhost', 'http://127.0.0.1'],
  }
  sandbox = createIdentitySandbox({ pagesUrl: base, apiUrl: base, clients: [client] })
  const issuer = `${base}/oidc`
  return {
    issuer,
    client,
    /** Endpoints of the OAuth 2 provider. `me` is the user info endpoint of the Facebook fake. */
    endpoints: {
      authorization: `${base}/oauth2/authorize`,
      token: `${base}/oauth2/token`,
      userInfo: `${base}/oauth2/user`,
      emails: `${base}/oauth2/user/emails`,
      me: `${base}/oauth2/me`,
    },
    signIn,
    /** Signs an ID token. `claims` override the defaults; undefined removes a claim. */
    idToken: (claims: JWTPayload, fault?: TokenFault): Promise<string> => {
      const now = Math.floor(Date.now() / 1000)
      const usual = { iss: issuer, aud: client.id, sub: '1', iat: now, exp: now + 600 }
      return sandbox.signer.sign({ ...usual, ...claims }, fault)
    },
    close: async (): Promise<void> => {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Submits the account picker. Returns the URL of the redirect. If the response is a form that posts
 * itself to the client, returns the URL and fields of the form.
 */
async function signIn(
  authorizationUrl: string,
  visitor: Visitor = {},
): Promise<{ url: string; posted: URLSearchParams | null }> {
  const url = new URL(authorizationUrl)
  const form = new URLSearchParams(url.searchParams)
  if (visitor.fault) form.set('fault', visitor.fault)
  if (visitor.cancels) form.set('cancel', 'true')
  form.set('email', visitor.email ?? `${crypto.randomUUID()}@example.com`)
  form.set('name', visitor.name ?? 'Mara Quill')
  form.set('email_verified', String(visitor.emailVerified ?? true))
  const response = await fetch(url.origin + url.pathname, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const location = response.headers.get('location')
  if (location) return { url: location, posted: null }
  const page = await response.text()
  const action = /<form method="post" action="([^"]+)" id="response"/.exec(page)?.[1]
  if (!action)
    throw new Error(`The provider rejected the sign-in: ${page.replace(/<[^>]*>|\s+/g, ' ')}`)
  const fields = page.matchAll(/name="([^"]+)" value="([^"]*)"/g)
  const plain = (text = '') => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return {
    url: action,
    posted: new URLSearchParams([...fields].map(([, name, value]) => [plain(name), plain(value)])),
  }
}

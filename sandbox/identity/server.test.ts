import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startIdentitySandbox, type StartedIdentitySandbox } from './testing.ts'

let sandbox: StartedIdentitySandbox
beforeAll(async () => {
  sandbox = await startIdentitySandbox()
})
afterAll(() => sandbox.close())

const verifier = 'v'.repeat(43)
const challenge = '7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM'

const authorization = (changes: object = {}) => {
  const parameters = new URLSearchParams({
    client_id: sandbox.client.id,
    redirect_uri: 'http://localhost/callback',
    response_type: 'code',
    scope: 'openid email',
    state: 'a state',
    nonce: 'a nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  })
  return `${sandbox.issuer}/authorize?${parameters}`
}

const redeem = (code: string, changes: Record<string, string> = {}) =>
  fetch(`${sandbox.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: sandbox.client.id,
      client_secret: sandbox.client.secret,
      redirect_uri: 'http://localhost/callback',
      code_verifier: verifier,
      code,
      ...changes,
    }),
  })

const newCode = async () => {
  const { url } = await sandbox.signIn(authorization(), { email: 'mara@quill.example' })
  return new URL(url).searchParams.get('code')!
}

describe('OpenID Connect fake', () => {
  test('the OpenID Connect fake rejects an authorization code that was already used, or is sent with a wrong PKCE verifier or client secret', async () => {
    const code = await newCode()
    const tokens = (await (await redeem(code)).json()) as Record<string, string>
    expect(tokens).toMatchObject({ token_type: 'Bearer', id_token: expect.any(String) })
    expect((await redeem(code)).status).toBe(400)
    expect((await redeem(await newCode(), { code_verifier: 'w'.repeat(43) })).status).toBe(400)
    expect((await redeem(await newCode(), { client_secret: 'wrong' })).status).toBe(401)
    const userinfo = await fetch(`${sandbox.issuer}/userinfo`, {
      headers: { authorization: `Bearer ${tokens['access_token']}` },
    })
    expect(await userinfo.json()).toMatchObject({ email: 'mara@quill.example' })
  })

  test.each([
    { client_id: 'unknown' },
    { redirect_uri: 'https://evil.example/callback' },
    { response_type: 'token' },
    { code_challenge_method: 'plain' },
    { code_challenge: '' },
  ])(
    'the authorization endpoint shows an error page with status 400 and does not redirect if the request contains %j',
    async (changes) => {
      const response = await fetch(authorization(changes), { redirect: 'manual' })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('This sign-in cannot continue')
    },
  )

  test('the account picker responds to cross-site posts with 403', async () => {
    const response = await fetch(`${sandbox.issuer}/authorize`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URL(authorization()).searchParams,
    })
    expect(response.status).toBe(403)
  })

  test('the OpenID Connect fake gives a user the same subject id at every sign-in', async () => {
    const subject = async () => {
      const { id_token: token } = (await (await redeem(await newCode())).json()) as {
        id_token: string
      }
      return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sub as string
    }
    expect(await subject()).toBe(await subject())
  })
})

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, signedUp } from '../target.ts'
import { openMailTarget } from './mailbox.ts'
import { ask, openProviders, type Providers } from './providers.ts'

describe.runIf(isOwnTarget)('grant_type=id_token', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders()
  })
  afterAll(() => providers.close())

  const grant = (body: Record<string, unknown>, token?: string) =>
    ask(providers.target, '/token?grant_type=id_token', { body, ...(token && { token }) })
  const person = () => ({
    sub: crypto.randomUUID(),
    email: newEmail(),
    email_verified: true,
    name: 'Mara Quill',
  })
  const nonceOf = (nonce: string) => createHash('sha256').update(nonce).digest('hex')

  test('grant_type=id_token creates an account for a new user, and the next sign-in uses the same account', async () => {
    const facts = person()
    const token = await providers.sandbox.idToken({ ...facts, nonce: nonceOf('a nonce') })
    const signIn = () =>
      clientOf(providers.target).auth.signInWithIdToken({
        provider: 'google',
        token,
        nonce: 'a nonce',
      })
    const { data, error } = await signIn()
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: facts.email,
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: 'Mara Quill' },
    })
    expect((await signIn()).data.user?.id).toBe(data.user?.id)
  })

  test('grant_type=id_token accepts an ID token issued to another client id configured for the provider', async () => {
    const token = await providers.sandbox.idToken({ ...person(), aud: 'the-app-for-phones' })
    expect((await grant({ provider: 'google', id_token: token })).status).toBe(200)
  })

  test('grant_type=id_token finds the provider from the issuer and client id in the ID token', async () => {
    const { issuer, client } = providers.sandbox
    const token = await providers.sandbox.idToken(person())
    const found = await grant({ issuer, client_id: client.id, id_token: token })
    expect(found.status).toBe(200)
    const other = await grant({ issuer, client_id: 'another', id_token: token })
    expect([other.status, other.json]).toMatchObject([400, { code: 'validation_failed' }])
  })

  test('grant_type=id_token rejects an access token that does not match the at_hash claim of the ID token', async () => {
    const access = 'an access token'
    const hash = createHash('sha256').update(access).digest().subarray(0, 16).toString('base64url')
    const token = await providers.sandbox.idToken({ ...person(), at_hash: hash })
    const body = { provider: 'google', id_token: token }
    expect((await grant({ ...body, access_token: access })).status).toBe(200)
    const { status, json } = await grant({ ...body, access_token: 'another' })
    expect([status, json]).toEqual([
      400,
      { error: 'invalid request', error_description: 'Bad ID token' },
    ])
  })

  test.each([
    [{}, 'id_token required'],
    [{ id_token: 'x' }, 'provider or client_id and issuer required'],
    [{ id_token: 'x', client_id: 'x' }, 'provider or client_id and issuer required'],
    [{ id_token: 'x', provider: 'google' }, 'Bad ID token'],
    [{ id_token: 'x.y.z', provider: 'google' }, 'Bad ID token'],
    [{ id_token: 'x', provider: 'github' }, 'GitHub gives no ID tokens'],
  ])('grant_type=id_token rejects %j with an OAuth error', async (body, description) => {
    const { status, json } = await grant(body)
    expect([status, json]).toEqual([
      400,
      { error: 'invalid request', error_description: description },
    ])
  })

  test.each(['alg-none', 'key-confusion', 'foreign-key'] as const)(
    'an ID token without a valid signature of its provider is rejected: %s',
    async (fault) => {
      const token = await providers.sandbox.idToken(person(), fault)
      const { status, json } = await grant({ provider: 'google', id_token: token })
      expect([status, json['error_description']]).toEqual([400, 'Bad ID token'])
    },
  )

  test('an ID token modified after signing is rejected', async () => {
    const token = await providers.sandbox.idToken(person())
    const [head, body, signature] = token.split('.')
    const claims = JSON.parse(Buffer.from(body!, 'base64url').toString()) as object
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody else' }))
    const forged = [head, changed.toString('base64url'), signature].join('.')
    const { json } = await grant({ provider: 'google', id_token: forged })
    expect(json['error_description']).toBe('Bad ID token')
  })

  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  test.each([
    [{ iss: 'https://issuer.example' }, 'Bad ID token'],
    [{ exp: hourAgo }, 'Bad ID token'],
    [{ exp: undefined }, 'Bad ID token'],
    [{ nbf: hourAgo + 7200 }, 'Bad ID token'],
    [{ sub: undefined }, 'Bad ID token'],
    [{ aud: undefined }, 'Bad ID token'],
    [{ aud: 'another-application' }, 'Unacceptable audience in id_token'],
    [{ aud: ['another-application', ''] }, 'Unacceptable audience in id_token'],
  ])('an ID token with %j is rejected', async (claims, description) => {
    const token = await providers.sandbox.idToken({ ...person(), ...claims })
    const { status, json } = await grant({ provider: 'google', id_token: token })
    expect([status, json]).toEqual([
      400,
      { error: 'invalid request', error_description: description },
    ])
  })

  test.each([
    [undefined, 'a nonce', 'invalid request'],
    ['a nonce', undefined, 'invalid request'],
    [nonceOf('another'), 'a nonce', 'invalid nonce'],
    ['a nonce', 'a nonce', 'invalid nonce'],
  ])(
    'an ID token with the nonce claim %j is rejected if the request has the nonce %j',
    async (claimed, given, error) => {
      const token = await providers.sandbox.idToken({ ...person(), nonce: claimed })
      const { status, json } = await grant({ provider: 'google', id_token: token, nonce: given })
      expect([status, json['error']]).toEqual([400, error])
    },
  )

  test("an ID token is linked to an existing account only if both the provider's email and the account's email are verified", async () => {
    const { email } = await signedUp(providers.target)
    const unverified = await providers.sandbox.idToken({
      ...person(),
      email,
      email_verified: false,
    })
    const refused = await grant({ provider: 'google', id_token: unverified })
    expect(refused.json['code']).toBe('provider_email_needs_verification')
    const verified = await providers.sandbox.idToken({ ...person(), email })
    const rejected = await grant({ provider: 'google', id_token: verified })
    expect(rejected.json['code']).toBe('account_email_not_proven')
  })

  test('grant_type=id_token with link_identity links the identity to the signed-in account and requires a session', async () => {
    const { client, user } = await signedUp(providers.target)
    const token = await providers.sandbox.idToken(person())
    const { data, error } = await client.auth.linkIdentity({ provider: 'google', token })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(user.id)
    const again = await client.auth.linkIdentity({ provider: 'google', token })
    expect(again.error).toMatchObject({ status: 422, code: 'identity_already_exists' })
    const anonymous = await grant({ provider: 'google', id_token: token, link_identity: true })
    expect([anonymous.status, anonymous.json['code']]).toEqual([401, 'no_authorization'])
  })

  test('grant_type=id_token rejects an ID token from a provider that is not configured', async () => {
    const { target } = await openMailTarget()
    const refused = async (body: Record<string, unknown>) =>
      (await ask(target, '/token?grant_type=id_token', { body: { id_token: 'x', ...body } })).json
    expect(await refused({ provider: 'google' })).toMatchObject({
      code: 'provider_disabled',
      message: 'Provider (issuer "https://accounts.google.com") is not enabled',
    })
    const byIssuer = { issuer: 'https://appleid.apple.com', client_id: 'x' }
    expect((await refused(byIssuer))['code']).toBe('provider_disabled')
    expect((await refused({ provider: 'myspace' }))['code']).toBe('validation_failed')
    await target.close()
  })
})

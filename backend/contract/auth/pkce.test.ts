import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, newEmail, signedUp } from '../target.ts'
import { claimsOf, follow, followMail, newPkce, post } from './links.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'

describe.runIf(isOwnTarget)('PKCE', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openMailTarget({ auth: { otp: { mailInterval: 0 } } })
  })
  afterAll(() => box.target.close())

  const exchange = (auth_code: unknown, code_verifier: unknown) =>
    post(box.target, '/token?grant_type=pkce', { auth_code, code_verifier })

  /**
   * Requests an email link and follows it. Returns the authorization code and the PKCE verifier.
   */
  async function codeOf(path: string, email = newEmail()) {
    const { verifier, challenge, asked } = newPkce()
    if (path === '/recover') await post(box.target, '/otp', { email })
    await post(box.target, path, { email, ...asked })
    const mail = await box.lastMail(email)
    const { query, fragment } = await followMail(box.target, mail)
    return { email, verifier, challenge, mail, code: query.code ?? '', fragment }
  }

  test('supabase-js requests an email link, follows it and exchanges the authorization code', async () => {
    const kept = new Map<string, string>()
    const { auth } = createClient(box.target.url, box.target.anonKey, {
      auth: {
        flowType: 'pkce',
        autoRefreshToken: false,
        storage: {
          getItem: (key) => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
          removeItem: (key) => void kept.delete(key),
        },
      },
    })
    const email = newEmail()
    await auth.signInWithOtp({ email, options: { emailRedirectTo: 'http://localhost/in' } })
    const { to, query } = await followMail(box.target, await box.lastMail(email))
    expect(to.pathname).toBe('/in')
    const { data, error } = await auth.exchangeCodeForSession(query.code!)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)

    await auth.resetPasswordForEmail(email)
    const recovery = await followMail(box.target, await box.lastMail(email))
    const recovered = await auth.exchangeCodeForSession(recovery.query.code!)
    expect(recovered.data).toMatchObject({ redirectType: 'recovery' })
  })

  test.each([
    ['/otp', 'magiclink'],
    ['/recover', 'recovery'],
  ])(
    'a PKCE flow started with POST %s ends in a session with the amr method %s',
    async (path, method) => {
      const { code, verifier, email, fragment } = await codeOf(path)
      expect(fragment).toEqual({})
      const { status, body } = await exchange(code, verifier)
      expect(status).toBe(200)
      expect(claimsOf(body.access_token)).toMatchObject({ email, amr: [{ method }] })
    },
  )

  test('a PKCE challenge with the method plain is accepted', async () => {
    const email = newEmail()
    const verifier = 'v'.repeat(50)
    const asked = { code_challenge: verifier, code_challenge_method: 'plain' }
    await post(box.target, '/otp', { email, ...asked })
    const { query } = await followMail(box.target, await box.lastMail(email))
    expect((await exchange(query.code, verifier)).status).toBe(200)
  })

  test('the authorization code of a PKCE flow started by email can be exchanged only once', async () => {
    const { code, verifier } = await codeOf('/otp')
    const responses = await Promise.all([1, 2, 3].map(() => exchange(code, verifier)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    expect(await exchange(code, verifier)).toMatchObject({
      status: 404,
      body: { code: 'flow_state_not_found' },
    })
  })

  test('a PKCE code requires its verifier, and a failed attempt does not consume the code', async () => {
    const { code, verifier, challenge } = await codeOf('/otp')
    for (const nothing of [undefined, null, '']) {
      const answer = await exchange(code, nothing)
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    }
    for (const wrong of [challenge, newPkce().verifier, verifier.slice(1), `${verifier}=`]) {
      const answer = await exchange(code, wrong)
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_code_verifier' } })
    }
    expect((await exchange(code, [verifier])).body.code).toBe('bad_json')
    expect((await exchange(code, verifier)).status).toBe(200)
  })

  test('an email link requested with a PKCE challenge cannot be redeemed without the PKCE verifier', async () => {
    const email = newEmail()
    await post(box.target, '/otp', { email, ...newPkce().asked })
    const { token_hash } = (await box.lastMail(email)).email_data
    const bare = token_hash.replace('pkce_', '')
    const cut = await follow(box.target, { token: bare, type: 'magiclink' })
    expect(cut.fragment).toMatchObject({ error_code: 'otp_expired' })
    const posted = await post(box.target, '/verify', { type: 'magiclink', token_hash: bare })
    expect(posted.body.code).toBe('otp_expired')
    const { query, fragment } = await follow(box.target, { token: token_hash, type: 'magiclink' })
    expect(fragment).toEqual({})
    expect(query.code).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('in a PKCE flow, POST /verify with the email code or the token hash signs in without the verifier, and the email link then no longer works', async () => {
    for (const way of ['typed', 'posted'] as const) {
      const email = newEmail()
      await post(box.target, '/otp', { email, ...newPkce().asked })
      const { token, token_hash } = (await box.lastMail(email)).email_data
      const shown = { typed: { email, token }, posted: { token_hash } }[way]
      const { body } = await post(box.target, '/verify', { type: 'magiclink', ...shown })
      expect(body.user.email).toBe(email)
      const { query } = await follow(box.target, { token: token_hash, type: 'magiclink' })
      expect(query).toMatchObject({ error_code: 'otp_expired' })
    }
  })

  test('the PKCE challenge that an attacker submitted does not apply to an email that the account owner requests', async () => {
    const { email } = await signedUp(box.target)
    const own = await codeOf('/otp', email)
    const attacker = newPkce()
    await post(box.target, '/otp', { email, ...attacker.asked })
    expect((await exchange(own.code, attacker.verifier)).body.code).toBe('bad_code_verifier')
    expect((await exchange(own.code, own.verifier)).status).toBe(200)
  })

  test('a PKCE code expires after five minutes, and unknown codes are rejected', async () => {
    const { code, verifier } = await codeOf('/otp')
    await box.sql`update auth.flow_state set auth_code_issued_at = now() - interval '301 seconds'`
    expect(await exchange(code, verifier)).toMatchObject({
      status: 422,
      body: { code: 'flow_state_expired' },
    })
    expect(await exchange(crypto.randomUUID(), verifier)).toMatchObject({
      status: 404,
      body: { code: 'flow_state_not_found' },
    })
  })

  test('the five-minute lifetime of a PKCE code starts when the link is followed', async () => {
    const email = newEmail()
    const { verifier, asked } = newPkce()
    await post(box.target, '/otp', { email, ...asked })
    await box.sql`update auth.flow_state set created_at = now() - interval '50 minutes'`
    const { query } = await followMail(box.target, await box.lastMail(email))
    expect((await exchange(query.code, verifier)).status).toBe(200)
  })

  test('the database stores only hashes of PKCE codes', async () => {
    const { code } = await codeOf('/otp')
    const rows = await box.sql`select to_jsonb(f)::text as row from auth.flow_state f`
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) expect(row).not.toContain(code)
  })

  test('a user banned during a PKCE flow gets no session', async () => {
    const { code, verifier, email } = await codeOf('/otp')
    await box.sql`update auth.users set banned_until = now() + interval '1 hour'
      where email = ${email}`
    expect((await exchange(code, verifier)).body.code).toBe('user_banned')
  })
})

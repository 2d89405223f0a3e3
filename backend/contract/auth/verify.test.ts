import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail } from '../target.ts'
import {
  ageCodes,
  claimsOf,
  confirmed,
  unconfirmedUser,
  openConfirmingTarget,
  post,
  wrongCode,
} from './links.ts'
import type { MailTarget } from './mailbox.ts'

const invalidCode = {
  status: 403,
  body: { code: 'otp_expired', message: 'Token has expired or is invalid' },
}
const invalidLink = {
  status: 403,
  body: { code: 'otp_expired', message: 'Email link is invalid or has expired' },
}

describe.runIf(isOwnTarget)('POST /verify', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openConfirmingTarget()
  })
  afterAll(() => box.target.close())

  const verify = (body: object) => post(box.target, '/verify', body)

  async function magicMail(email: string) {
    await post(box.target, '/magiclink', { email })
    return (await box.lastMail(email)).email_data
  }

  test('POST /verify signs in an unconfirmed user by emailed code (types signup, email) or by token hash (types signup, email, invite)', async () => {
    const ways = [
      ({ email, code }: { email: string; code: string }) => ({
        type: 'signup',
        email,
        token: code,
      }),
      ({ email, code }: { email: string; code: string }) => ({
        type: 'email',
        email,
        token: ` ${code.slice(0, 3)} ${code.slice(3)}`,
      }),
      ({ hash }: { hash: string }) => ({ type: 'signup', token_hash: hash }),
      ({ hash }: { hash: string }) => ({ type: 'email', token_hash: hash }),
      ({ hash }: { hash: string }) => ({ type: 'invite', token_hash: hash }),
    ]
    for (const way of ways) {
      const person = await unconfirmedUser(box)
      const { status, body } = await verify(way(person))
      expect(status).toBe(200)
      expect(body.user.email).toBe(person.email)
      expect(claimsOf(body.access_token).amr).toMatchObject([{ method: 'otp' }])
    }
  })

  test('POST /verify rejects a code issued for another verification type', async () => {
    const { email, code, hash } = await unconfirmedUser(box)
    for (const type of ['recovery', 'magiclink', 'email_change']) {
      expect(await verify({ type, email, token: code })).toMatchObject(invalidCode)
      expect(await verify({ type, token_hash: hash })).toMatchObject(invalidLink)
    }
  })

  test.each([
    [{ email: 'a@example.com', token: '123456' }, 'Verify requires a verification type'],
    [{ type: 'magic', email: 'a@example.com', token: '1' }, 'Unsupported verification type'],
    [{ type: 'constructor', token_hash: 'x' }, 'Unsupported verification type'],
    [{ type: 'email', email: 'a@example.com' }, 'either a token or a token hash'],
    [{ type: 'email', token: '123456', token_hash: 'x' }, 'either a token or a token hash'],
    [{ type: 'email', email: 'a@example.com', token_hash: 'x' }, 'Only the token_hash and type'],
    [{ type: 'email', token: '123456' }, 'Only an email address or phone number'],
    [{ type: 'sms', email: 'a@example.com', token: '1' }, 'Only an email address or phone'],
    [{ type: 'sms', token_hash: 'x' }, 'Unsupported verification type'],
    [{ type: 'email', email: 'nobody', token: '1' }, 'invalid format'],
  ])('POST /verify rejects %j', async (body, message) => {
    expect(await verify(body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: expect.stringContaining(message) },
    })
  })

  test('either the code or the link in an email can be redeemed, and only once, even by concurrent requests', async () => {
    const { email, code, hash } = await unconfirmedUser(box)
    const shown = [
      { type: 'signup', email, token: code },
      { type: 'signup', token_hash: hash },
    ]
    const responses = await Promise.all([...shown, ...shown].map(verify))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403])
    const rows = await box.sql`
      select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`
    expect(rows).toHaveLength(1)
    expect(await verify(shown[0]!)).toMatchObject(invalidCode)
    expect(await verify(shown[1]!)).toMatchObject(invalidLink)
  })

  test('an email code expires after an hour, and a newer code replaces it', async () => {
    const { email, code, hash } = await unconfirmedUser(box)
    await ageCodes(box.target, email, 3601)
    expect(await verify({ type: 'signup', email, token: code })).toMatchObject(invalidCode)
    expect(await verify({ type: 'signup', token_hash: hash })).toMatchObject(invalidLink)

    await post(box.target, '/resend', { type: 'signup', email })
    const { token, token_hash } = (await box.lastMail(email)).email_data
    await ageCodes(box.target, email, 3500)
    expect(await verify({ type: 'signup', token_hash: hash })).toMatchObject(invalidLink)
    expect((await verify({ type: 'signup', token_hash })).status).toBe(200)
    expect(await verify({ type: 'signup', email, token })).toMatchObject(invalidCode)
  })

  test('five wrong codes void the correct code but not the link in the same email', async () => {
    const { email, code, hash } = await unconfirmedUser(box)
    const guesses = Array.from({ length: 5 }, () =>
      verify({ type: 'signup', email, token: wrongCode(code) }),
    )
    for (const answer of await Promise.all(guesses)) expect(answer).toMatchObject(invalidCode)
    expect(await verify({ type: 'signup', email, token: code })).toMatchObject(invalidCode)
    expect((await verify({ type: 'signup', token_hash: hash })).status).toBe(200)
  })

  test('the correct code remains valid after four wrong codes, and redeeming it resets the counter of wrong codes', async () => {
    const { email, code } = await unconfirmedUser(box)
    for (const _ of [1, 2, 3, 4]) {
      await verify({ type: 'signup', email, token: wrongCode(code) })
    }
    expect((await verify({ type: 'signup', email, token: code })).status).toBe(200)
    const left = await box.sql`
      select from auth_internal.rate_limits a join auth.users u on a.key = 'codes of:' || u.id
      where u.email = ${email}`
    expect(left).toHaveLength(0)
  })

  test('requesting new email codes does not raise the daily limit on wrong codes', async () => {
    const email = await confirmed(box)
    for (const _ of [1, 2, 3, 4, 5]) {
      const { token } = await magicMail(email)
      const guess = { type: 'magiclink', email, token: wrongCode(token) }
      await Promise.all(Array.from({ length: 5 }, () => verify(guess)))
    }
    const { token, token_hash } = await magicMail(email)
    expect(await verify({ type: 'magiclink', email, token })).toMatchObject(invalidCode)
    expect((await verify({ type: 'magiclink', token_hash })).status).toBe(200)
  })

  test('POST /verify returns the same response for an unknown email and a wrong code', async () => {
    const { email, code } = await unconfirmedUser(box)
    const known = await verify({ type: 'email', email, token: wrongCode(code) })
    const unknown = await verify({ type: 'email', email: newEmail(), token: code })
    expect(known.body).toEqual(unknown.body)
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()])
  })

  test('email codes and link tokens are not stored in plaintext, and a stored hash cannot be redeemed', async () => {
    const { email, code, hash } = await unconfirmedUser(box)
    const [row] = await box.sql`
      select to_jsonb(t)::text as row, token_hash from auth.one_time_tokens t
      where relates_to = ${email}`
    expect(row?.row).not.toContain(hash)
    expect(row?.row).not.toContain(`"${code}"`)
    expect(await verify({ type: 'signup', token_hash: row?.token_hash })).toMatchObject(invalidLink)
  })

  test('every verification opens a new session, even if the request has an access token', async () => {
    const attacker = await confirmed(box)
    const { token_hash } = await magicMail(attacker)
    const { body: planted } = await verify({ type: 'magiclink', token_hash })
    const victim = await unconfirmedUser(box)
    const response = await fetch(`${box.target.url}/auth/v1/verify`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${planted.access_token}` },
      body: JSON.stringify({
        type: 'signup',
        email: victim.email,
        token: victim.code,
        session_id: claimsOf(planted.access_token).session_id,
        refresh_token: planted.refresh_token,
      }),
    })
    const own = (await response.json()) as { access_token: string; refresh_token: string }
    expect(claimsOf(own.access_token)).toMatchObject({ email: victim.email })
    expect(claimsOf(own.access_token).session_id).not.toBe(
      claimsOf(planted.access_token).session_id,
    )
    expect(own.refresh_token).not.toBe(planted.refresh_token)
  })

  test('a banned user cannot redeem an email code, and the code remains valid', async () => {
    const { email, code } = await unconfirmedUser(box)
    await box.sql`update auth.users set banned_until = now() + interval '1 hour'
      where email = ${email}`
    const shown = { type: 'signup', email, token: code }
    expect(await verify(shown)).toMatchObject({ status: 403, body: { code: 'user_banned' } })
    await box.sql`update auth.users set banned_until = null where email = ${email}`
    expect((await verify(shown)).status).toBe(200)
  })

  test("a code sent to an account's former email does not sign in to the account", async () => {
    const email = await confirmed(box)
    const { token, token_hash } = await magicMail(email)
    const { admin } = clientOf(box.target, box.target.serviceRoleKey).auth
    const [row] = await box.sql`select id from auth.users where email = ${email}`
    await admin.updateUserById(row?.id, { email: newEmail() })
    expect(await verify({ type: 'magiclink', email, token })).toMatchObject(invalidCode)
    expect(await verify({ type: 'magiclink', token_hash })).toMatchObject(invalidLink)
  })
})

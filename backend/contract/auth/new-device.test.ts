import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isOwnTarget, newEmail, password } from '../target.ts'
import { browsers, cookieOf, hear, newAddress, type Caller } from './callers.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'

describe.runIf(isOwnTarget)('a sign-in from a new browser', () => {
  let world: MailTarget
  beforeAll(async () => {
    world = await openMailTarget()
  })
  afterAll(() => world.target.close())

  let email = ''
  beforeEach(async () => {
    email = newEmail()
    const caller = { userAgent: browsers.firefox, address: newAddress() }
    await hear(world.target, '/signup', { email, password }, caller)
  })

  const signIn = async (caller: Caller) => {
    const body = { email, password }
    const answer = await hear(world.target, '/token?grant_type=password', body, caller)
    expect(answer.status).toBe(200)
    return answer
  }

  const notices = async () =>
    (await world.mailsTo(email)).filter(
      ({ email_data: { email_action_type: type } }) => type === 'new_sign_in_notification',
    )

  test('the first one, and those from the same kind of browser, tell nobody', async () => {
    await signIn({ userAgent: browsers.firefox, address: newAddress() })
    await signIn({ userAgent: browsers.firefoxLater, address: newAddress() })
    expect(await notices()).toEqual([])
  })

  test('another kind is told to the owner once, in words, with its address', async () => {
    const address = newAddress()
    await signIn({ userAgent: browsers.safari, address })
    await signIn({ userAgent: browsers.safari, address: newAddress() })
    const told = await notices()
    expect(told).toHaveLength(1)
    expect(told[0]!.email_data).toMatchObject({ device: 'Safari on iPhone', ip_address: address })
  })

  test('a refused sign-in tells nobody and makes no browser known', async () => {
    const body = { email, password: 'wrong one' }
    await hear(world.target, '/token?grant_type=password', body, { userAgent: browsers.safari })
    expect(await notices()).toEqual([])
    await signIn({ userAgent: browsers.safari })
    expect(await notices()).toHaveLength(1)
  })

  test('two at once from one new browser are one notice', async () => {
    await Promise.all([1, 2, 3].map(() => signIn({ userAgent: browsers.safari })))
    expect(await notices()).toHaveLength(1)
  })

  test('a sign-in by code is told as well', async () => {
    // The first proof of an address has a mail of its own.
    await world.sql`
      update auth.users set confirmation_sent_at = email_confirmed_at where email = ${email}`
    await hear(world.target, '/otp', { email }, { userAgent: browsers.firefox })
    const { token } = (await world.lastMail(email)).email_data
    const verified = await hear(
      world.target,
      '/verify',
      { type: 'email', email, token },
      { userAgent: browsers.safari },
    )
    expect(verified.status).toBe(200)
    expect(await notices()).toHaveLength(1)
  })

  test('nothing kept of a browser can be read back, and what is kept of an account is bounded', async () => {
    const address = newAddress()
    const answer = await signIn({ userAgent: browsers.firefox, address })
    for (let time = 0; time < 60; time += 1) {
      await world.sql`
        insert into auth_internal.trusted_devices (user_id, device_hash, last_seen_at)
        values (${answer.body.user!.id}, ${`address:${time}`}, now() - interval '1 day')`
    }
    await signIn({ userAgent: browsers.firefox, address })
    const kept = await world.sql`
      select * from auth_internal.trusted_devices where user_id = ${answer.body.user!.id}`
    expect(kept.length).toBeLessThanOrEqual(55)
    const secret = cookieOf(answer).split('=')[1] ?? 'none'
    for (const part of [address, 'Firefox', secret]) {
      expect(JSON.stringify(kept)).not.toContain(part)
    }
  })

  test('guests without a name are no account to tell of', async () => {
    const { body } = await hear(world.target, '/signup', {}, { userAgent: browsers.safari })
    const kept = await world.sql`
      select from auth_internal.trusted_devices where user_id = ${body.user!.id}`
    expect(kept).toHaveLength(0)
  })
})

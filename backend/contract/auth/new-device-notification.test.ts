import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isOwnTarget, newEmail, password } from '../target.ts'
import { browsers, cookieOf, send, newIpAddress, type Caller } from './clients.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'

describe.runIf(isOwnTarget)('notification of a sign-in from a new browser', () => {
  let world: MailTarget
  beforeAll(async () => {
    world = await openMailTarget()
  })
  afterAll(() => world.target.close())

  let email = ''
  beforeEach(async () => {
    email = newEmail()
    const caller = { userAgent: browsers.firefox, address: newIpAddress() }
    await send(world.target, '/signup', { email, password }, caller)
  })

  const signIn = async (caller: Caller) => {
    const body = { email, password }
    const answer = await send(world.target, '/token?grant_type=password', body, caller)
    expect(answer.status).toBe(200)
    return answer
  }

  const notices = async () =>
    (await world.mailsTo(email)).filter(
      ({ email_data: { email_action_type: type } }) => type === 'new_sign_in_notification',
    )

  test('the first sign-in and later sign-ins from the same browser family send no notification', async () => {
    await signIn({ userAgent: browsers.firefox, address: newIpAddress() })
    await signIn({ userAgent: browsers.firefoxLater, address: newIpAddress() })
    expect(await notices()).toEqual([])
  })

  test('a sign-in from another browser family notifies the owner once, with browser name and IP address', async () => {
    const address = newIpAddress()
    await signIn({ userAgent: browsers.safari, address })
    await signIn({ userAgent: browsers.safari, address: newIpAddress() })
    const told = await notices()
    expect(told).toHaveLength(1)
    expect(told[0]!.email_data).toMatchObject({ device: 'Safari on iPhone', ip_address: address })
  })

  test('a rejected sign-in sends no notification and does not add a trusted device', async () => {
    const body = { email, password: 'wrong one' }
    await send(world.target, '/token?grant_type=password', body, { userAgent: browsers.safari })
    expect(await notices()).toEqual([])
    await signIn({ userAgent: browsers.safari })
    expect(await notices()).toHaveLength(1)
  })

  test('a password check with the service role key sends no notification and adds no trusted device', async () => {
    const token = world.target.serviceRoleKey
    await signIn({ userAgent: 'node', token })
    expect(await notices()).toEqual([])
    await signIn({ userAgent: 'node' })
    expect(await notices()).toHaveLength(1)
  })

  test('concurrent sign-ins from one new browser send only one notification', async () => {
    await Promise.all([1, 2, 3].map(() => signIn({ userAgent: browsers.safari })))
    expect(await notices()).toHaveLength(1)
  })

  test('a sign-in by email code from a new browser sends a notification', async () => {
    // Prevents the separate notification about the first verification of the email.
    await world.sql`
      update auth.users set confirmation_sent_at = email_confirmed_at where email = ${email}`
    await send(world.target, '/otp', { email }, { userAgent: browsers.firefox })
    const { token } = (await world.lastMail(email)).email_data
    const verified = await send(
      world.target,
      '/verify',
      { type: 'email', email, token },
      { userAgent: browsers.safari },
    )
    expect(verified.status).toBe(200)
    expect(await notices()).toHaveLength(1)
  })

  test('trusted devices are stored without IP address, browser name or cookie value, and their number per account is limited', async () => {
    const address = newIpAddress()
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

  test('an anonymous sign-in stores no trusted device', async () => {
    const { body } = await send(world.target, '/signup', {}, { userAgent: browsers.safari })
    const kept = await world.sql`
      select from auth_internal.trusted_devices where user_id = ${body.user!.id}`
    expect(kept).toHaveLength(0)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, openTarget, password, type Target } from '../target.ts'
import { claimsOf, followMail, post } from './links.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'

const settings = { otp: { mailInterval: 0 } }

describe.runIf(isOwnTarget)('sign-in by code', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openMailTarget({ auth: { ...settings, enableEmailAutoconfirm: false } })
  })
  afterAll(() => box.target.close())

  const verified = (email: string, token: string) =>
    clientOf(box.target).auth.verifyOtp({ type: 'email', email, token })

  test('POST /otp creates an account for an unknown email and signs in a user with a known email', async () => {
    const email = newEmail()
    const options = { data: { full_name: 'Ada' } }
    const ids = []
    for (const action of ['signup', 'magiclink']) {
      const { error } = await clientOf(box.target).auth.signInWithOtp({ email, options })
      expect(error).toBeNull()
      const { email_data: mail } = await box.lastMail(email)
      expect(mail.email_action_type).toBe(action)
      const { data } = await verified(email.toUpperCase(), mail.token)
      expect(claimsOf(data.session!.access_token).amr).toMatchObject([{ method: 'otp' }])
      expect(data.user?.user_metadata).toMatchObject({ full_name: 'Ada', email_verified: true })
      ids.push(data.user?.id)
    }
    expect(ids[0]).toBe(ids[1])
  })

  test('POST /magiclink emails a link that signs in a user with a new email', async () => {
    const email = newEmail()
    expect(await post(box.target, '/magiclink', { email })).toMatchObject({ status: 200, body: {} })
    const { fragment } = await followMail(box.target, await box.lastMail(email))
    expect(claimsOf(fragment.access_token!).email).toBe(email)
  })

  test('POST /otp with create_user=false sends no email to an unknown address, and returns an error only if autoconfirm is enabled', async () => {
    const requestCode = (target: Target, email: string) =>
      clientOf(target).auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    const email = newEmail()
    expect((await requestCode(box.target, email)).error).toBeNull()
    expect(await box.mailsTo(email)).toEqual([])
    const open = await openTarget({ auth: { enableEmailAutoconfirm: true } })
    expect((await requestCode(open, email)).error).toMatchObject({
      status: 422,
      code: 'otp_disabled',
      message: 'Signups not allowed for otp',
    })
    await open.close()
  })

  test.each([
    [{}, 'validation_failed', 'One of email or phone must be set'],
    [{ email: 'a@example.com', phone: '4915112345678' }, 'validation_failed', 'Only an email'],
    [{ email: 'nobody' }, 'validation_failed', 'invalid format'],
    [{ phone: '4915112345678' }, 'phone_provider_disabled', 'Unsupported phone provider'],
    [{ email: 'a@example.com', code_challenge: 'x'.repeat(43) }, 'validation_failed', 'PKCE'],
    [
      { email: 'a@example.com', code_challenge: 'short', code_challenge_method: 's256' },
      'validation_failed',
      'between 43 and 128',
    ],
    [{ email: 'a@example.com', create_user: 'yes' }, 'bad_json', 'create_user'],
  ])('POST /otp rejects %j', async (body, code, message) => {
    for (const path of ['/otp', '/magiclink']) {
      const answer = await post(box.target, path, body)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code, message: expect.stringContaining(message) })
    }
  })

  test('POST /otp returns the same response for known and unknown emails if sign-ups are disabled', async () => {
    const closed = await openMailTarget({ auth: { ...settings, disableSignup: true } })
    const { admin } = clientOf(closed.target, closed.target.serviceRoleKey).auth
    const known = newEmail()
    await admin.createUser({ email: known, email_confirm: true })
    for (const email of [known, newEmail()]) {
      expect(await post(closed.target, '/otp', { email })).toMatchObject({ status: 200, body: {} })
    }
    expect((await closed.mails()).map(({ user }) => user.email)).toEqual([known])
    const rows = await closed.sql`select from auth.users`
    expect(rows).toHaveLength(1)
    await closed.target.close()
  })

  test('POST /otp ignores role, claims and flags in the request body', async () => {
    const email = newEmail()
    await post(box.target, '/otp', {
      email,
      role: 'service_role',
      app_metadata: { role: 'admin' },
      email_confirmed_at: new Date().toISOString(),
      data: { email_verified: true },
    })
    const [row] = await box.sql`
      select role, email_confirmed_at, raw_app_meta_data, raw_user_meta_data -> 'email_verified' as v
      from auth.users where email = ${email}`
    expect(row).toEqual({
      role: 'authenticated',
      email_confirmed_at: null,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      v: false,
    })
  })

  test('redeeming an email code removes a password that an attacker set earlier', async () => {
    const email = newEmail()
    await post(box.target, '/signup', { email, password })
    const { email_data: confirmation } = await box.lastMail(email)
    await post(box.target, '/otp', { email })
    const { data } = await verified(email, (await box.lastMail(email)).email_data.token)
    expect(data.user?.email).toBe(email)
    const { error } = await clientOf(box.target).auth.signInWithPassword({ email, password })
    expect(error?.code).toBe('invalid_credentials')
    // The code in the confirmation email of the attacker's sign-up is no longer valid.
    expect((await verified(email, confirmation.token)).error?.code).toBe('otp_expired')
  })

  test('requesting a code without redeeming it preserves the password of an unconfirmed account', async () => {
    const email = newEmail()
    await post(box.target, '/signup', { email, password })
    const confirmation = await box.lastMail(email)
    await post(box.target, '/otp', { email })
    await followMail(box.target, confirmation)
    const { error } = await clientOf(box.target).auth.signInWithPassword({ email, password })
    expect(error).toBeNull()
  })

  test('concurrent POST /otp requests for a new email create one account', async () => {
    const email = newEmail()
    const answers = await Promise.all([1, 2, 3].map(() => post(box.target, '/otp', { email })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await box.sql`select from auth.users where email = ${email}`).toHaveLength(1)
  })

  test('POST /recover enforces a minimum interval between emails to an address, whether or not the address has an account', async () => {
    const slow = await openMailTarget({ auth: { otp: { mailInterval: 60 } } })
    const { admin } = clientOf(slow.target, slow.target.serviceRoleKey).auth
    const known = newEmail()
    await admin.createUser({ email: known, email_confirm: true })
    for (const email of [known, newEmail()]) {
      const answers = []
      for (const _ of [1, 2]) answers.push(await post(slow.target, '/recover', { email }))
      expect(answers.map(({ status }) => status)).toEqual([200, 429])
      expect(answers[1]!.body).toMatchObject({
        code: 'over_email_send_rate_limit',
        message: expect.stringMatching(
          /^For security purposes, you can only request this after \d+ seconds\.$/,
        ),
      })
    }
    expect(await slow.mails()).toHaveLength(1)
    await slow.target.close()
  })
})

describe.runIf(isOwnTarget)('sign-in by SMS', () => {
  const phone = '4915112345678'
  const auth = {
    enablePhone: true,
    otp: { textInterval: 0, testCodes: { [phone]: '123456', '4915112345679': '654321' } },
  }

  test('a user can sign up and sign in with a phone number, by SMS code or password', async () => {
    const target = await openTarget({ auth })
    const { data: sent, error } = await clientOf(target).auth.signInWithOtp({ phone: `+${phone}` })
    expect(error).toBeNull()
    expect(sent.messageId).toBeTruthy()
    const verify = { type: 'sms', phone: `+${phone}`, token: '123456' } as const
    const { data } = await clientOf(target).auth.verifyOtp(verify)
    expect(data.user).toMatchObject({ phone, app_metadata: { providers: ['phone'] } })
    expect(data.user?.phone_confirmed_at).toBeTruthy()

    const other = { phone: '+4915112345679', password }
    const signedUp = await clientOf(target).auth.signUp(other)
    expect(signedUp.data.session).toBeNull()
    const again = await post(target, '/signup', other)
    expect(Object.keys(again.body)).toEqual(Object.keys(signedUp.data.user!))
    await clientOf(target).auth.verifyOtp({ ...verify, phone: other.phone, token: '654321' })
    const known = await post(target, '/signup', other)
    expect(known).toMatchObject({ status: 200, body: { identities: [expect.anything()] } })
    const by = await clientOf(target).auth.signInWithPassword(other)
    expect(by.data.user).toMatchObject({ id: signedUp.data.user?.id, phone: '4915112345679' })
    await target.close()
  })

  test('requests with a phone number are rejected if phone sign-in is disabled, the number is invalid, the sign-up has a PKCE challenge or the channel is not SMS', async () => {
    const off = await openTarget()
    for (const path of ['/otp', '/signup', '/resend']) {
      const { status, body } = await post(off, path, { phone, password, type: 'sms' })
      expect([path, status, body.code]).toEqual([path, 400, 'phone_provider_disabled'])
    }
    await off.close()
    const on = await openTarget({ auth })
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }
    const wrong = [
      ['/signup', { phone, password, ...challenge }],
      ['/signup', { phone: '12ab', password }],
      ['/otp', { phone, channel: 'pigeon' }],
      ['/otp', { phone: '0151' }],
    ] as const
    for (const [path, body] of wrong) {
      expect((await post(on, path, body)).body.code).toBe('validation_failed')
    }
    await on.close()
  })

  test('responses to POST /resend do not reveal which phone numbers have accounts', async () => {
    const target = await openTarget({ auth })
    await clientOf(target).auth.signInWithOtp({ phone })
    for (const number of [phone, '4915112345670']) {
      const { status, body } = await post(target, '/resend', { type: 'sms', phone: number })
      expect([status, Object.keys(body)]).toEqual([200, ['message_id']])
    }
    await target.close()
  })
})

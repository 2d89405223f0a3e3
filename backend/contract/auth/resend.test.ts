import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password } from '../target.ts'
import { followMail, post } from './links.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'
import { runDuring } from './concurrent.ts'

describe.runIf(isOwnTarget)('POST /resend', () => {
  let box: MailTarget
  beforeAll(async () => {
    const numbers = ['4915112345678', '4915112345670', '4915112345671', '4915112345672']
    const testCodes = Object.fromEntries(numbers.map((number) => [number, '123456']))
    const otp = { mailInterval: 0, textInterval: 0, testCodes }
    box = await openMailTarget({ auth: { enableEmailAutoconfirm: false, enablePhone: true, otp } })
  })
  afterAll(() => box.target.close())

  async function unconfirmedUser() {
    const email = newEmail()
    await post(box.target, '/signup', { email, password })
    return email
  }

  test('resending a confirmation email voids the link in the previous email', async () => {
    const email = await unconfirmedUser()
    const former = await box.lastMail(email)
    const { error } = await clientOf(box.target).auth.resend({ type: 'signup', email })
    expect(error).toBeNull()
    const { fragment } = await followMail(box.target, former)
    expect(fragment.error_code).toBe('otp_expired')
    const answer = await followMail(box.target, await box.lastMail(email))
    expect(answer.fragment.type).toBe('signup')
  })

  test('POST /resend for a pending email change sends both emails again and voids earlier confirmations', async () => {
    const email = await unconfirmedUser()
    await followMail(box.target, await box.lastMail(email))
    const client = clientOf(box.target)
    await client.auth.signInWithPassword({ email, password })
    const fresh = newEmail()
    await client.auth.updateUser({ email: fresh })
    const former = (await box.lastMail(fresh)).email_data
    await post(box.target, '/verify', { type: 'email_change', email, token: former.token })
    const { error } = await clientOf(box.target).auth.resend({ type: 'email_change', email })
    expect(error).toBeNull()
    const { token, token_new } = (await box.lastMail(fresh)).email_data
    const late = { type: 'email_change', email: fresh, token: former.token_new }
    expect((await post(box.target, '/verify', late)).status).toBe(403)
    const half = { type: 'email_change', email: fresh, token: token_new }
    expect((await post(box.target, '/verify', half)).body).toEqual({
      code: '200',
      msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    })
    const { body } = await post(box.target, '/verify', { type: 'email_change', email, token })
    expect(body.user.email).toBe(fresh)
  })

  test('POST /resend with type sms sends a code that confirms the phone number', async () => {
    const phone = '4915112345678'
    await post(box.target, '/signup', { phone, password })
    const codes = async () => {
      const rows = await box.sql<{ id: string }[]>`
        select id from auth.one_time_tokens where relates_to = ${phone}`
      return rows.map(({ id }) => id)
    }
    const [former] = await codes()
    const { data, error } = await clientOf(box.target).auth.resend({ type: 'sms', phone })
    expect(error).toBeNull()
    expect(data.messageId).toBeTruthy()
    // Polls for the new code, because the response does not wait for the SMS gateway.
    await expect.poll(codes).not.toEqual([former])
    const verify = { type: 'sms', phone, token: '123456' } as const
    expect((await clientOf(box.target).auth.verifyOtp(verify)).error).toBeNull()
  })

  test('POST /resend for an SMS returns the success response if the account is deleted during the request', async () => {
    const phone = '4915112345670'
    await post(box.target, '/signup', { phone, password })
    const [row] = await box.sql<{ id: string }[]>`select id from auth.users where phone = ${phone}`
    const answer = await runDuring(
      box.sql,
      row!.id,
      () => post(box.target, '/resend', { type: 'sms', phone }),
      (tx) => tx`delete from auth.users where id = ${row!.id}`,
    )
    expect(answer).toMatchObject({ status: 200, body: { message_id: expect.any(String) } })
  })

  test('resending an SMS does not restore a phone change cancelled during the request', async () => {
    const [phone, other] = ['4915112345671', '4915112345672']
    const [row] = await box.sql<{ id: string }[]>`
      insert into auth.users (id, phone, phone_confirmed_at, phone_change)
      values (gen_random_uuid(), ${phone}, now(), ${other}) returning id`
    const answer = await runDuring(
      box.sql,
      row!.id,
      () => post(box.target, '/resend', { type: 'phone_change', phone }),
      (tx) => tx`update auth.users set phone_change = '' where id = ${row!.id}`,
    )
    expect(answer.status).toBe(200)
    const left = await box.sql`
      select phone_change, (select count(*)::int from auth.one_time_tokens where user_id = u.id) as codes
      from auth.users u where id = ${row!.id}`
    expect(left).toEqual([{ phone_change: '', codes: 0 }])
  })

  test.each([
    [{ email: 'a@example.com' }, 'Missing one of these types: signup, email_change, sms, phone_ch'],
    [{ type: 'recovery', email: 'a@example.com' }, 'Missing one of these types'],
    [{ type: 'signup' }, 'Type provided requires an email address'],
    [{ type: 'sms', email: 'a@example.com' }, 'Type provided requires a phone number'],
    [{ type: 'signup', email: 'a@example.com', phone: '4915112345678' }, 'Only an email address'],
    [{ type: 'signup', email: 'nobody' }, 'invalid format'],
    [{ type: 'signup', email: 'a@example.com', code_challenge_method: 's256' }, 'PKCE flow'],
  ])('POST /resend rejects %j', async (body, message) => {
    expect(await post(box.target, '/resend', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: expect.stringContaining(message) },
    })
  })

  test('POST /resend does not reveal whether a confirmation is pending, and sends no email without a pending confirmation', async () => {
    const waiting = await unconfirmedUser()
    const confirmed = await unconfirmedUser()
    await followMail(box.target, await box.lastMail(confirmed))
    for (const email of [waiting, confirmed, newEmail()]) {
      for (const type of ['signup', 'email_change']) {
        const answer = await post(box.target, '/resend', { type, email })
        expect(answer).toMatchObject({ status: 200, body: {} })
      }
    }
    expect(await box.mailsTo(waiting)).toHaveLength(2)
    expect(await box.mailsTo(confirmed)).toHaveLength(1)
  })
})

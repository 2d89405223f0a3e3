import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, password, signedUp } from '../target.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'
import { ask, signedInAgain } from './user-with-factor.ts'

describe.runIf(isOwnTarget)('GET /reauthenticate', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openMailTarget({ auth: { secureNewPassword: true, otp: { mailInterval: 0 } } })
  })
  afterAll(() => box.target.close())

  async function longSignedIn() {
    const person = await signedUp(box.target)
    await box.sql`
      update auth.sessions set created_at = now() - interval '2 days'
      where user_id = ${person.user.id}`
    return person
  }

  async function codeOf(person: Awaited<ReturnType<typeof longSignedIn>>) {
    const { error } = await person.client.auth.reauthenticate()
    expect(error).toBeNull()
    const mail = await box.lastMail(person.email)
    expect(mail.email_data.email_action_type).toBe('reauthentication')
    const { data } = await person.client.auth.getUser()
    expect(data.user).toHaveProperty('reauthentication_sent_at')
    return mail.email_data.token
  }

  const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

  test('a reauthentication code sent by email allows the user to set a new password in a session older than a day', async () => {
    const person = await longSignedIn()
    const needed = await person.client.auth.updateUser({ password: 'another one 2' })
    expect(needed.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    const nonce = await codeOf(person)
    expect(nonce).toMatch(/^\d{6}$/)
    const { error } = await person.client.auth.updateUser({ password: 'another one 2', nonce })
    expect(error).toBeNull()
    const again = await person.client.auth.updateUser({ password: 'another one 3', nonce })
    expect(again.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
  })

  test('a reauthentication code submitted without other changes verifies the email and changes nothing else', async () => {
    const { client, email, user } = await signedUp(box.target)
    const elsewhere = await signedInAgain(box.target, email)
    await client.auth.reauthenticate()
    const { token: nonce } = (await box.lastMail(email)).email_data
    const isVerified = async () => {
      const [row] = await box.sql`
        select coalesce(email_confirmed_at >= confirmation_sent_at, false) as verified
        from auth.users where id = ${user.id}`
      return row!['verified']
    }
    const { error: refusal } = await client.auth.updateUser({ nonce: wrong(nonce) })
    expect(refusal).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    expect(await isVerified()).toBe(false)
    expect((await client.auth.updateUser({ nonce })).error).toBeNull()
    expect(await isVerified()).toBe(true)
    expect((await elsewhere.client.auth.getUser()).error).toBeNull()
    expect((await signedInAgain(box.target, email)).session).toBeTruthy()
  })

  test('a session younger than a day needs no reauthentication code', async () => {
    const { client } = await signedUp(box.target)
    expect((await client.auth.updateUser({ password: 'another one 2' })).error).toBeNull()
  })

  test('PUT /user rejects a reauthentication code that is wrong, has expired or was issued to another user', async () => {
    const person = await longSignedIn()
    const other = await longSignedIn()
    const attempt = (nonce: string) =>
      person.client.auth.updateUser({ password: 'another one 2', nonce })
    expect((await attempt('123456')).error?.code).toBe('reauthentication_not_valid')
    const nonce = await codeOf(person)
    for (const code of [wrong(nonce), await codeOf(other), ' ', `${nonce}0`]) {
      expect((await attempt(code)).error?.code).toBe('reauthentication_not_valid')
    }
    await box.sql`
      update auth.one_time_tokens set created_at = created_at - interval '61 minutes'
      where user_id = ${person.user.id}`
    expect((await attempt(nonce)).error?.code).toBe('reauthentication_not_valid')
  })

  test('five wrong reauthentication codes void the correct code', async () => {
    const person = await longSignedIn()
    const nonce = await codeOf(person)
    const attempt = (code: string) =>
      person.client.auth.updateUser({ password: 'another one 2', nonce: code })
    for (let i = 0; i < 5; i += 1) await attempt(wrong(nonce))
    expect((await attempt(nonce)).error?.code).toBe('reauthentication_not_valid')
    const fresh = await codeOf(person)
    expect((await attempt(fresh)).error).toBeNull()
  })

  test('requesting more reauthentication codes does not raise the daily limit of failed attempts', async () => {
    const person = await longSignedIn()
    const attempt = (nonce: string) =>
      person.client.auth.updateUser({ password: 'another one 2', nonce })
    for (let codes = 0; codes < 5; codes += 1) {
      const nonce = await codeOf(person)
      for (let i = 0; i < 5; i += 1) await attempt(wrong(nonce))
    }
    expect((await attempt(await codeOf(person))).error?.code).toBe('reauthentication_not_valid')
  })

  test('only one of two concurrent requests with the same reauthentication code succeeds', async () => {
    const person = await longSignedIn()
    const nonce = await codeOf(person)
    const responses = await Promise.all(
      [1, 2].map((i) => person.client.auth.updateUser({ password: `another one ${i}`, nonce })),
    )
    expect(responses.filter(({ error }) => error === null)).toHaveLength(1)
  })

  test('GET /reauthenticate rejects the service role key, and an account with neither email nor phone', async () => {
    const person = await longSignedIn()
    await box.sql`
      update auth.users set email = null, is_anonymous = true where id = ${person.user.id}`
    const { error } = await person.client.auth.reauthenticate()
    expect(error).toMatchObject({
      status: 400,
      message: 'Reauthentication requires the user to have an email or a phone number',
    })
    const { serviceRoleKey } = box.target
    const anonymous = await ask(box.target, serviceRoleKey, 'GET', '/reauthenticate')
    expect(anonymous).toMatchObject({ status: 403, code: 'bad_jwt' })
  })

  test('reauthentication codes are not stored in plaintext', async () => {
    const person = await longSignedIn()
    const nonce = await codeOf(person)
    const [row] = await box.sql`
      select * from auth.one_time_tokens where user_id = ${person.user.id}`
    // Compares whole column values, because an id could contain the digits of the code by chance.
    expect(Object.values(row!)).not.toContain(nonce)
    expect((await signedInAgain(box.target, person.email)).session).toBeTruthy()
  })
})

describe.runIf(isOwnTarget)('GET /reauthenticate with a phone only', () => {
  test('a user who has only a phone number receives the reauthentication code by SMS', async () => {
    const phone = '15005550006'
    const box = await openMailTarget({
      auth: {
        enablePhone: true,
        secureNewPassword: true,
        otp: { testCodes: { [phone]: '424242' } },
      },
    })
    const { admin } = clientOf(box.target, box.target.serviceRoleKey).auth
    await admin.createUser({ phone, password, phone_confirm: true })
    const { auth } = clientOf(box.target)
    expect((await auth.signInWithPassword({ phone, password })).error).toBeNull()
    await box.sql`update auth.sessions set created_at = now() - interval '2 days'`
    expect((await auth.reauthenticate()).error).toBeNull()
    const attempt = (nonce: string) => auth.updateUser({ password: 'another one 2', nonce })
    expect((await attempt('111111')).error?.code).toBe('reauthentication_not_valid')
    expect((await attempt('424242')).error).toBeNull()
    expect(await box.mails()).toEqual([])
    await box.target.close()
  })
})

import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password } from '../target.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'
import { signedInAgain } from './user-with-factor.ts'

const admin = (box: MailTarget) => clientOf(box.target, box.target.serviceRoleKey).auth.admin

async function confirmed(box: MailTarget) {
  const email = newEmail()
  await admin(box).createUser({ email, password, email_confirm: true })
  return { email, ...(await signedInAgain(box.target, email)) }
}

const proof = (type: 'email_change', token_hash: string) => ({ type, token_hash })

describe.runIf(isOwnTarget)('email change confirmed by both addresses', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openMailTarget({ auth: { enableEmailAutoconfirm: false } })
  })
  afterAll(() => box.target.close())

  test('an email change takes effect after both confirmation links are followed, in either order', async () => {
    for (const order of ['old first', 'new first']) {
      const { client, email } = await confirmed(box)
      const fresh = newEmail()
      const { data, error } = await client.auth.updateUser({ email: fresh })
      expect([order, error]).toEqual([order, null])
      expect(data.user).toMatchObject({ email, new_email: fresh })
      const mail = (await box.lastMail(fresh)).email_data
      expect(mail).toMatchObject({ email_action_type: 'email_change', old_email: email })
      // Despite its name, `token_hash_new` is the hash of the code for the current email.
      const [first, second] =
        order === 'old first'
          ? [mail.token_hash_new, mail.token_hash]
          : [mail.token_hash, mail.token_hash_new]
      const visitor = clientOf(box.target)
      const half = await visitor.auth.verifyOtp(proof('email_change', first))
      expect(half.error).toBeNull()
      expect((await client.auth.getUser()).data.user?.email).toBe(email)
      expect((await visitor.auth.verifyOtp(proof('email_change', second))).error).toBeNull()
      const { data: now } = await client.auth.getUser()
      expect(now.user).toMatchObject({ email: fresh, identities: [{ email: fresh }] })
      expect(now.user).not.toHaveProperty('new_email')
      const told = (await box.mails()).findLast(
        ({ email_data }) => email_data.email_action_type === 'email_changed_notification',
      )
      expect(told?.email_data['old_email']).toBe(email)
    }
  })

  test('an email change stays pending if the code and the link of only one of its two confirmation emails are used', async () => {
    for (const side of ['current', 'new']) {
      const { client, email } = await confirmed(box)
      const fresh = newEmail()
      await client.auth.updateUser({ email: fresh })
      const mail = (await box.lastMail(fresh)).email_data
      const [address, token, hash] =
        side === 'current'
          ? [email, mail.token, mail.token_hash_new]
          : [fresh, mail.token_new, mail.token_hash]
      const visitor = clientOf(box.target).auth
      const half = await visitor.verifyOtp({ type: 'email_change', email: address, token })
      expect([side, half.error]).toEqual([side, null])
      const again = await visitor.verifyOtp(proof('email_change', hash))
      expect([side, again.error?.code]).toEqual([side, 'otp_expired'])
      expect((await client.auth.getUser()).data.user?.email).toBe(email)
    }
  })

  test('confirming an email change with a PKCE challenge returns a code that requires the PKCE verifier', async () => {
    const { email, session } = await confirmed(box)
    const client = createClient(box.target.url, box.target.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, flowType: 'pkce' },
    })
    await client.auth.setSession(session)
    const fresh = newEmail()
    expect((await client.auth.updateUser({ email: fresh })).error).toBeNull()
    const mail = (await box.lastMail(fresh)).email_data
    const follow = async (hash: string) => {
      const query = new URLSearchParams({ token: hash, type: 'email_change' })
      const answer = await fetch(`${box.target.url}/auth/v1/verify?${query}`, {
        redirect: 'manual',
      })
      return new URL(answer.headers.get('location') ?? '')
    }
    expect(mail.token_hash).toMatch(/^pkce_/)
    await follow(mail.token_hash_new)
    const code = (await follow(mail.token_hash)).searchParams.get('code') ?? ''
    const attacker = clientOf(box.target).auth
    expect((await attacker.exchangeCodeForSession(code)).error).not.toBeNull()
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: fresh })
    expect(email).not.toBe(fresh)
  })

  test('an email change stays pending if the link in only one of its two confirmation emails is followed, even twice', async () => {
    const { client, email } = await confirmed(box)
    const fresh = newEmail()
    await client.auth.updateUser({ email: fresh })
    const { token_hash } = (await box.lastMail(fresh)).email_data
    const visitor = clientOf(box.target)
    await visitor.auth.verifyOtp(proof('email_change', token_hash))
    const again = await visitor.auth.verifyOtp(proof('email_change', token_hash))
    expect(again.error?.code).toBe('otp_expired')
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
  })

  test('requesting another email change voids the links of the pending email change', async () => {
    const { client, email } = await confirmed(box)
    const [first, second] = [newEmail(), newEmail()]
    await client.auth.updateUser({ email: first })
    const mail = (await box.lastMail(first)).email_data
    await client.auth.updateUser({ email: second })
    for (const hash of [mail.token_hash, mail.token_hash_new]) {
      const { error } = await clientOf(box.target).auth.verifyOtp(proof('email_change', hash))
      expect(error?.code).toBe('otp_expired')
    }
    expect((await client.auth.getUser()).data.user).toMatchObject({ email, new_email: second })
  })

  test('a second request to change to the same email within the minimum interval is rejected', async () => {
    const { client } = await confirmed(box)
    const email = newEmail()
    await client.auth.updateUser({ email })
    const { error } = await client.auth.updateUser({ email })
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  })

  test("an email is added to an anonymous user's account only after the user confirms the address", async () => {
    const client = clientOf(box.target)
    await client.auth.signInAnonymously()
    const email = newEmail()
    const { data } = await client.auth.updateUser({ email })
    expect(data.user).toMatchObject({ is_anonymous: true, new_email: email, email: '' })
    const mail = (await box.lastMail(email)).email_data
    expect(mail.token_hash_new).toBe('')
    await clientOf(box.target).auth.verifyOtp(proof('email_change', mail.token_hash))
    expect((await client.auth.getUser()).data.user).toMatchObject({
      is_anonymous: false,
      email,
      identities: [{ provider: 'email' }],
    })
  })
})

describe.runIf(isOwnTarget)('email change confirmed by the new address only', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openMailTarget({
      auth: { enableEmailAutoconfirm: false, secureEmailChange: false },
    })
  })
  afterAll(() => box.target.close())

  test('an email change that needs only one confirmation is applied when the user enters the code', async () => {
    const { client } = await confirmed(box)
    const email = newEmail()
    await client.auth.updateUser({ email })
    const { token, token_new } = (await box.lastMail(email)).email_data
    expect(token_new).toBe('')
    const { error } = await clientOf(box.target).auth.verifyOtp({
      type: 'email_change',
      email,
      token,
    })
    expect(error).toBeNull()
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
  })
})

describe.runIf(isOwnTarget)('phone change', () => {
  let box: MailTarget
  const phone = '15005550006'
  beforeAll(async () => {
    const otp = { testCodes: { [phone]: '424242' } }
    box = await openMailTarget({ auth: { enablePhone: true, otp } })
  })
  afterAll(() => box.target.close())

  test('a phone change takes effect with the SMS code, and is rejected for a wrong code or a taken number', async () => {
    const { client, email } = await confirmed(box)
    const asked = await client.auth.updateUser({ phone: `+${phone}` })
    expect(asked.error).toBeNull()
    expect(asked.data.user).toMatchObject({ phone: '', new_phone: phone })
    const visitor = clientOf(box.target)
    const verify = (token: string) => visitor.auth.verifyOtp({ type: 'phone_change', phone, token })
    expect((await verify('111111')).error?.code).toBe('otp_expired')
    expect((await verify('424242')).error).toBeNull()
    expect((await client.auth.getUser()).data.user).toMatchObject({
      email,
      phone,
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
    })
    const other = await confirmed(box)
    const taken = await other.client.auth.updateUser({ phone })
    expect(taken.error).toMatchObject({ status: 422, code: 'phone_exists' })
  })

  test('a phone change leaves the account unchanged when the SMS cannot be sent', async () => {
    const { client } = await confirmed(box)
    const { error } = await client.auth.updateUser({ phone: '15005550009', data: { a: 1 } })
    expect(error?.status).toBe(500)
    const { data } = await client.auth.getUser()
    expect(data.user).not.toHaveProperty('new_phone')
    expect(data.user?.user_metadata).not.toHaveProperty('a')
  })
})

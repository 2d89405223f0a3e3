import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp } from '../target.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'
import { runDuring } from './concurrent.ts'
import { ask } from './user-with-factor.ts'

describe.runIf(isOwnTarget)('POST /invite', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openMailTarget({ auth: { disableSignup: true } })
  })
  afterAll(() => box.target.close())

  const admin = () => clientOf(box.target, box.target.serviceRoleKey).auth.admin

  test('an invited user signs in with the invitation link while sign-ups are disabled, and then sets a password', async () => {
    const email = newEmail()
    const { data, error } = await admin().inviteUserByEmail(email.toUpperCase(), {
      data: { full_name: 'Ada' },
      redirectTo: 'http://localhost/welcome',
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      invited_at: expect.any(String),
      user_metadata: { full_name: 'Ada' },
    })
    expect(data.user).not.toHaveProperty('email_confirmed_at')
    const mail = (await box.lastMail(email)).email_data
    expect(mail).toMatchObject({
      email_action_type: 'invite',
      redirect_to: 'http://localhost/welcome',
    })
    const client = clientOf(box.target)
    const { token_hash } = mail
    const came = await client.auth.verifyOtp({ type: 'invite', token_hash })
    expect(came.error).toBeNull()
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    const again = await clientOf(box.target).auth.signInWithPassword({ email, password })
    expect(again.data.user?.email_confirmed_at).toBeTruthy()
  })

  test('repeating an invitation voids the previous invitation link', async () => {
    const email = newEmail()
    const first = await admin().inviteUserByEmail(email)
    const { token_hash } = (await box.lastMail(email)).email_data
    const second = await admin().inviteUserByEmail(email)
    expect(second.data.user?.id).toBe(first.data.user?.id)
    const client = clientOf(box.target)
    const old = await client.auth.verifyOtp({ type: 'invite', token_hash })
    expect(old.error?.code).toBe('otp_expired')
  })

  test('POST /invite rejects an invalid email and the email of a confirmed account', async () => {
    const email = newEmail()
    await admin().createUser({ email, email_confirm: true })
    const taken = await admin().inviteUserByEmail(email)
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' })
    const bad = await admin().inviteUserByEmail('nonsense')
    expect(bad.error).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await box.mailsTo(email)).toEqual([])
  })

  test('POST /invite requires the service role and validates the redirect URL', async () => {
    const email = newEmail()
    for (const key of [box.target.anonKey, 'nonsense']) {
      const answer = await ask(box.target, key, 'POST', '/invite', { email })
      expect(answer.status).toBe(403)
    }
    expect(await box.mailsTo(email)).toEqual([])
    await admin().inviteUserByEmail(email, { redirectTo: 'https://evil.example.com/' })
    expect((await box.lastMail(email)).email_data.redirect_to).toBe('http://localhost')
  })

  test('ten concurrent invitations of the same email create one account', async () => {
    const email = newEmail()
    await Promise.all(Array.from({ length: 10 }, () => admin().inviteUserByEmail(email)))
    const rows = await box.sql`select from auth.users where email = ${email}`
    expect(rows).toHaveLength(1)
  })
})

describe.runIf(isOwnTarget)('invitations and earlier sign-ups', () => {
  test('an attacker who signed up with the email before the invitation gets no access to the invited account', async () => {
    const box = await openMailTarget({ auth: { enableEmailAutoconfirm: false } })
    const email = newEmail()
    const { auth } = clientOf(box.target)
    const { data: attacker } = await auth.signUp({ email, password })
    await box.sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values ('of the stranger', ${attacker.user!.id}, '{}', 'facebook')`
    const { admin } = clientOf(box.target, box.target.serviceRoleKey).auth
    const { data } = await admin.inviteUserByEmail(email)
    expect(data.user?.id).toBe(attacker.user!.id)
    const { token_hash } = (await box.lastMail(email)).email_data
    const came = await clientOf(box.target).auth.verifyOtp({ type: 'invite', token_hash })
    expect(came.data.user?.identities).toMatchObject([{ provider: 'email' }])
    const { error } = await auth.signInWithPassword({ email, password })
    expect(error?.code).toBe('invalid_credentials')
    await box.target.close()
  })

  test('an invitation returns email_exists and keeps the password if the user verifies the email concurrently', async () => {
    const box = await openMailTarget({ auth: { enableEmailAutoconfirm: false } })
    const email = newEmail()
    const { auth } = clientOf(box.target)
    const { data } = await auth.signUp({ email, password })
    const { error } = await runDuring(
      box.sql,
      data.user!.id,
      () => clientOf(box.target, box.target.serviceRoleKey).auth.admin.inviteUserByEmail(email),
      (tx) => tx`update auth.users set email_confirmed_at = now() where id = ${data.user!.id}`,
    )
    expect(error?.code).toBe('email_exists')
    expect((await auth.signInWithPassword({ email, password })).error).toBeNull()
    await box.target.close()
  })

  test('signing up with an invited email gives no access to the invited account', async () => {
    const box = await openMailTarget()
    const { client } = await signedUp(box.target)
    const email = newEmail()
    const { data } = await clientOf(
      box.target,
      box.target.serviceRoleKey,
    ).auth.admin.inviteUserByEmail(email)
    const stolen = await client.auth.updateUser({ email })
    expect(stolen.error?.code).toBe('email_exists')
    const signUp = await clientOf(box.target).auth.signUp({ email, password })
    expect(signUp.data.session).toBeNull()
    const [row] = await box.sql`
      select encrypted_password from auth.users where id = ${data.user!.id}`
    expect(row?.['encrypted_password']).toBeNull()
    await box.target.close()
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp } from '../target.ts'
import { claimsOf, followMail, newPkce, post } from './links.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'

describe.runIf(isOwnTarget)('password recovery', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openMailTarget({ auth: { otp: { mailInterval: 0 } } })
  })
  afterAll(() => box.target.close())

  test('setting a new password after a recovery email revokes the sessions opened with the old password', async () => {
    const { email, session } = await signedUp(box.target)
    const { error } = await clientOf(box.target).auth.resetPasswordForEmail(email)
    expect(error).toBeNull()
    const mail = await box.lastMail(email)
    expect(mail.email_data.email_action_type).toBe('recovery')
    const { fragment } = await followMail(box.target, mail)
    expect(fragment.type).toBe('recovery')
    const client = clientOf(box.target)
    await client.auth.setSession({
      access_token: fragment.access_token!,
      refresh_token: fragment.refresh_token!,
    })
    const fresh = 'a fresh horse 2'
    expect((await client.auth.updateUser({ password: fresh })).error).toBeNull()
    const { auth } = clientOf(box.target)
    expect((await auth.signInWithPassword({ email, password })).error).not.toBeNull()
    expect((await auth.signInWithPassword({ email, password: fresh })).error).toBeNull()
    expect((await auth.refreshSession(session)).error).not.toBeNull()
  })

  test('entering a recovery code for an unconfirmed account signs in and confirms the account', async () => {
    const { admin } = clientOf(box.target, box.target.serviceRoleKey).auth
    const email = newEmail()
    await admin.createUser({ email })
    await post(box.target, '/recover', { email })
    const { token } = (await box.lastMail(email)).email_data
    const { data } = await clientOf(box.target).auth.verifyOtp({ type: 'recovery', email, token })
    expect(data.user?.email_confirmed_at).toBeTruthy()
  })

  test('POST /recover rejects a missing or invalid email and an incomplete PKCE challenge', async () => {
    const { code_challenge } = newPkce().asked
    for (const body of [{}, { email: 'nobody' }, { email: newEmail(), code_challenge }]) {
      const answer = await post(box.target, '/recover', body)
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    }
    expect((await post(box.target, '/recover', { email: [] })).body.code).toBe('bad_json')
  })

  test('POST /recover returns the same response whether or not the account exists', async () => {
    const { email } = await signedUp(box.target)
    const responses = []
    for (const asked of [email, newEmail()]) {
      responses.push(await post(box.target, '/recover', { email: asked }))
    }
    for (const { status, body, headers } of responses) {
      expect([status, body]).toEqual([200, {}])
      expect([...headers.keys()]).toEqual([...responses[0]!.headers.keys()])
    }
  })

  test("a request for a recovery email preserves the account's password and sessions", async () => {
    const { email, client } = await signedUp(box.target)
    await post(box.target, '/recover', { email, password: 'mine now 123', role: 'service_role' })
    const { auth } = clientOf(box.target)
    expect((await auth.signInWithPassword({ email, password })).error).toBeNull()
    expect((await client.auth.getUser()).data.user?.role).toBe('authenticated')
  })
})

describe.runIf(isOwnTarget)('verification of an autoconfirmed email', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openMailTarget({ auth: { otp: { mailInterval: 0 } } })
  })
  afterAll(() => box.target.close())

  const verifiedEmail = async (id: string) => {
    const [row] = await box.sql<{ email: string | null }[]>`
      select public.verified_email(${id}) as email`
    return row?.email
  }

  test.each(['/otp', '/magiclink', '/recover'])(
    'following the link emailed by POST %s verifies an autoconfirmed email',
    async (path) => {
      const { email, user } = await signedUp(box.target)
      expect(await verifiedEmail(user.id)).toBeNull()
      await post(box.target, path, { email })
      expect(await verifiedEmail(user.id)).toBeNull()
      const { fragment } = await followMail(box.target, await box.lastMail(email))
      expect(claimsOf(fragment.access_token!).sub).toBe(user.id)
      expect(await verifiedEmail(user.id)).toBe(email)
    },
  )

  test('redeeming a second recovery email preserves the date of the first email verification', async () => {
    const { email, user } = await signedUp(box.target)
    const confirmedAt = []
    for (const _ of [1, 2]) {
      await post(box.target, '/recover', { email })
      const { token } = (await box.lastMail(email)).email_data
      const verify = { type: 'recovery', email, token } as const
      const { data } = await clientOf(box.target).auth.verifyOtp(verify)
      confirmedAt.push(data.user?.email_confirmed_at)
    }
    expect(confirmedAt[0]).toBe(confirmedAt[1])
    expect(await verifiedEmail(user.id)).toBe(email)
  })

  test('a wrong recovery code does not verify the email', async () => {
    const { email, user } = await signedUp(box.target)
    await post(box.target, '/recover', { email })
    await post(box.target, '/verify', { type: 'recovery', email, token: 'abcdef' })
    expect(await verifiedEmail(user.id)).toBeNull()
    await followMail(box.target, await box.lastMail(email))
    expect(await verifiedEmail(user.id)).toBe(email)
  })

  test('an email change that was confirmed from both addresses verifies the new email', async () => {
    const strict = await openMailTarget({ auth: { enableEmailAutoconfirm: false } })
    const email = newEmail()
    await post(strict.target, '/signup', { email, password })
    await followMail(strict.target, await strict.lastMail(email))
    const client = clientOf(strict.target)
    const { data } = await client.auth.signInWithPassword({ email, password })
    const fresh = newEmail()
    await client.auth.updateUser({ email: fresh })
    const { token, token_new } = (await strict.lastMail(fresh)).email_data
    for (const [address, code] of [
      [fresh, token_new],
      [email, token],
    ]) {
      const shown = { type: 'email_change', email: address, token: code }
      expect((await post(strict.target, '/verify', shown)).status).toBe(200)
    }
    const [row] = await strict.sql`select public.verified_email(${data.user!.id}) as email`
    expect(row?.email).toBe(fresh)
    await strict.target.close()
  })
})

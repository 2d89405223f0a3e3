import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password } from '../target.ts'
import { claimsOf, followMail, newPkce, post } from './links.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'

describe.runIf(isOwnTarget)('sign-up with email confirmation', () => {
  let box: MailTarget
  beforeAll(async () => {
    const otp = { mailInterval: 60 }
    box = await openMailTarget({ auth: { enableEmailAutoconfirm: false, otp } })
  })
  afterAll(() => box.target.close())

  test('a sign-up with confirmation returns no session until the user follows the emailed link', async () => {
    const email = newEmail()
    const { data, error } = await clientOf(box.target).auth.signUp({ email, password })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, identities: [{ provider: 'email' }] })
    expect(data.user?.confirmation_sent_at).toBeTruthy()
    expect(data.user?.email_confirmed_at).toBeUndefined()
    const early = await clientOf(box.target).auth.signInWithPassword({ email, password })
    expect(early.error?.code).toBe('email_not_confirmed')

    const mail = await box.lastMail(email)
    expect(mail.email_data).toMatchObject({
      email_action_type: 'signup',
      token: expect.stringMatching(/^\d{6}$/),
      token_hash: expect.stringMatching(/^[0-9a-f]{56}$/),
      redirect_to: 'http://localhost',
    })
    const { status, to, fragment } = await followMail(box.target, mail)
    expect([status, to.origin]).toEqual([303, 'http://localhost'])
    expect(fragment).toMatchObject({ token_type: 'bearer', expires_in: '3600', type: 'signup' })
    expect(claimsOf(fragment.access_token!)).toMatchObject({ email, amr: [{ method: 'otp' }] })
    const later = await clientOf(box.target).auth.signInWithPassword({ email, password })
    expect(later.data.user).toMatchObject({
      user_metadata: { email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    })
    expect(later.data.user?.email_confirmed_at).toBeTruthy()
  })

  test('a sign-up with a taken email returns the same fields as a sign-up with a new email, and sends the account owner no email', async () => {
    const email = newEmail()
    const responses = []
    for (const full_name of ['Ada', 'Eve']) {
      responses.push(await post(box.target, '/signup', { email, password, data: { full_name } }))
    }
    await followMail(box.target, await box.lastMail(email))
    responses.push(
      await post(box.target, '/signup', { email, password, data: { full_name: 'Mallory' } }),
    )
    const [fresh, waiting, taken] = responses.map(({ body }) => body)
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const other of [waiting!, taken!]) {
      expect(Object.keys(other.identities[0])).toEqual(Object.keys(fresh!.identities[0]))
      expect(Object.keys(other)).toEqual(Object.keys(fresh!))
      expect(Object.keys(other.user_metadata)).toEqual(Object.keys(fresh!.user_metadata))
    }
    expect(waiting).toMatchObject({ id: fresh!.id, user_metadata: { full_name: 'Eve' } })
    expect(taken).toMatchObject({ user_metadata: { full_name: 'Mallory' } })
    expect(taken!.id).not.toBe(fresh!.id)
    expect(await box.mailsTo(email)).toHaveLength(1)
  })

  test('a repeated sign-up changes neither the password nor the metadata of an unconfirmed account', async () => {
    const email = newEmail()
    await post(box.target, '/signup', { email, password, data: { full_name: 'Ada' } })
    await post(box.target, '/signup', { email, password: 'of somebody else', data: { a: 1 } })
    await followMail(box.target, await box.lastMail(email))
    const foreign = { email, password: 'of somebody else' }
    const { error } = await clientOf(box.target).auth.signInWithPassword(foreign)
    expect(error?.code).toBe('invalid_credentials')
    const { data } = await clientOf(box.target).auth.signInWithPassword({ email, password })
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Ada' })
    expect(data.user?.user_metadata).not.toHaveProperty('a')
  })

  test('ten concurrent sign-ups with the same email all return 200 and create one account', async () => {
    const email = newEmail()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => post(box.target, '/signup', { email, password })),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    const rows = await box.sql`select id from auth.users where email = ${email}`
    expect(rows).toHaveLength(1)
    expect(await box.mailsTo(email)).toHaveLength(1)
  })

  test('a sign-up with confirmation ignores role, claims and flags in the request body', async () => {
    const email = newEmail()
    const greedy = {
      email,
      password,
      id: crypto.randomUUID(),
      role: 'service_role',
      aud: 'admin',
      app_metadata: { role: 'admin' },
      raw_app_meta_data: { role: 'admin' },
      email_confirmed_at: new Date().toISOString(),
      email_confirm: true,
      is_super_admin: true,
      banned_until: null,
      confirmation_token: 'mine',
      data: { email_verified: true, sub: 'somebody', phone_verified: true },
    }
    const { status, body } = await post(box.target, '/signup', greedy)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { email_verified: false, phone_verified: false, sub: body.id },
    })
    expect(body.id).not.toBe(greedy.id)
    const [row] = await box.sql`
      select role, email_confirmed_at, is_super_admin, raw_app_meta_data from auth.users
      where email = ${email}`
    expect(row).toEqual({
      role: 'authenticated',
      email_confirmed_at: null,
      is_super_admin: null,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
    })
  })

  test('a sign-up with a PKCE challenge sends a confirmation link that redirects with an authorization code', async () => {
    const email = newEmail()
    const { verifier, asked } = newPkce()
    await post(box.target, '/signup', { email, password, ...asked })
    const mail = await box.lastMail(email)
    expect(mail.email_data.token_hash).toMatch(/^pkce_[0-9a-f]{56}$/)
    const { query, fragment } = await followMail(box.target, mail)
    expect(fragment).toEqual({})
    const exchange = { auth_code: query.code, code_verifier: verifier }
    const { body } = await post(box.target, '/token?grant_type=pkce', exchange)
    expect(claimsOf(body.access_token).amr).toMatchObject([{ method: 'email/signup' }])
  })

  test('a sign-up and its confirmation are written to the audit log', async () => {
    const email = newEmail()
    const { body } = await post(box.target, '/signup', { email, password })
    await followMail(box.target, await box.lastMail(email))
    const rows = await box.sql`
      select payload ->> 'action' as action from auth.audit_log_entries
      where payload ->> 'actor_id' = ${body.id} order by created_at`
    expect(rows.map(({ action }) => action)).toEqual([
      'user_confirmation_requested',
      'user_signedup',
      'login',
    ])
  })
})

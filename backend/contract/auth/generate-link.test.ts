import type { GenerateLinkParams } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp } from '../target.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'
import { ask, signedInAgain } from './user-with-factor.ts'

describe.runIf(isOwnTarget)('POST /admin/generate_link', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openMailTarget({ auth: { enableEmailAutoconfirm: false } })
  })
  afterAll(() => box.target.close())

  const admin = () => clientOf(box.target, box.target.serviceRoleKey).auth.admin

  async function linkOf(params: GenerateLinkParams) {
    const { data, error } = await admin().generateLink(params)
    if (error) throw error
    return { user: data.user, ...data.properties }
  }

  const codeOf = async (params: GenerateLinkParams) => {
    const { error } = await admin().generateLink(params)
    return [error?.status, error?.code]
  }

  async function confirmed() {
    const email = newEmail()
    await admin().createUser({ email, password, email_confirm: true })
    return email
  }

  const types = [
    ['signup', async () => newEmail()],
    ['invite', async () => newEmail()],
    ['magiclink', confirmed],
    ['recovery', confirmed],
  ] as const

  test.each(types)(
    'a generated link of type %s signs the user in by its URL, its token hash and its email code',
    async (type, address) => {
      const params = (email: string) => ({ type, email, password }) as GenerateLinkParams
      const email = await address()
      const byHash = await linkOf(params(email))
      expect(byHash.user).toMatchObject({ email })
      expect(byHash.verification_type).toBe(type)
      const visitor = clientOf(box.target)
      const { error } = await visitor.auth.verifyOtp({ type, token_hash: byHash.hashed_token })
      expect(error).toBeNull()
      expect((await visitor.auth.getUser()).data.user?.email).toBe(email)

      const other = await address()
      const byCode = await linkOf(params(other))
      const token = byCode.email_otp
      const typed = await clientOf(box.target).auth.verifyOtp({ type, email: other, token })
      expect([typed.error, typed.data.user?.email]).toEqual([null, other])

      const third = await address()
      const { action_link } = await linkOf(params(third))
      const followed = new URL(action_link)
      expect(followed.pathname).toBe('/auth/v1/verify')
      const response = await fetch(box.target.url + followed.pathname + followed.search, {
        redirect: 'manual',
      })
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toContain('#access_token=')
    },
  )

  test('following both generated links for an email change applies the change', async () => {
    const email = await confirmed()
    const { client } = await signedInAgain(box.target, email)
    const newIpAddress = newEmail()
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { hashed_token, verification_type, user } = await linkOf({
        type,
        email,
        newEmail: newIpAddress,
      })
      expect(verification_type).toBe(type)
      expect(user.new_email).toBe(newIpAddress)
      const { error } = await clientOf(box.target).auth.verifyOtp({
        type: 'email_change',
        token_hash: hashed_token,
      })
      expect(error).toBeNull()
    }
    expect((await client.auth.getUser()).data.user?.email).toBe(newIpAddress)
  })

  test('POST /admin/generate_link returns a sign-up link if a magic link is requested for an unknown email', async () => {
    const email = newEmail()
    const { verification_type, user } = await linkOf({
      type: 'magiclink',
      email,
      options: { data: { full_name: 'A' } },
    })
    expect(verification_type).toBe('signup')
    expect(user.user_metadata).toMatchObject({ full_name: 'A' })
  })

  test.each(['signup', 'invite'] as const)(
    'POST /admin/generate_link of type %s returns user_metadata as given',
    async (type) => {
      const options = { data: { full_name: 'Ada' } }
      const { user } = await linkOf({ type, email: newEmail(), password, options })
      expect(user.user_metadata).toEqual(options.data)
      const without = await linkOf({ type, email: newEmail(), password })
      expect(without.user.user_metadata).toEqual({})
    },
  )

  test('POST /admin/generate_link rejects unknown accounts, taken or invalid emails, missing or weak passwords, and unknown types', async () => {
    const email = await confirmed()
    const other = await confirmed()
    const unknown = newEmail()
    expect(await codeOf({ type: 'recovery', email: unknown })).toEqual([404, 'user_not_found'])
    const change = { type: 'email_change_new', email: unknown, newEmail: newEmail() } as const
    expect(await codeOf(change)).toEqual([404, 'user_not_found'])
    expect(await codeOf({ ...change, email, newEmail: other })).toEqual([422, 'email_exists'])
    expect(await codeOf({ ...change, email, newEmail: 'x' })).toEqual([400, 'validation_failed'])
    expect(await codeOf({ type: 'signup', email, password })).toEqual([422, 'email_exists'])
    expect(await codeOf({ type: 'invite', email })).toEqual([422, 'email_exists'])
    expect(await codeOf({ type: 'signup', email: unknown, password: '' })).toEqual([
      400,
      'validation_failed',
    ])
    expect(await codeOf({ type: 'signup', email: unknown, password: 'x' })).toEqual([
      422,
      'weak_password',
    ])
    for (const type of ['sms', 'constructor', '']) {
      expect(await codeOf({ type, email } as unknown as GenerateLinkParams)).toEqual([
        400,
        'validation_failed',
      ])
    }
  })

  test('POST /admin/generate_link sends no email, validates the redirect URL and requires the service role', async () => {
    const email = await confirmed()
    const redirectTo = 'https://evil.example.com/'
    const link = await linkOf({ type: 'magiclink', email, options: { redirectTo } })
    expect(link.redirect_to).toBe('http://localhost')
    expect(new URL(link.action_link).searchParams.get('redirect_to')).toBe('http://localhost')
    expect(await box.mailsTo(email)).toEqual([])
    const { session } = await signedInAgain(box.target, email)
    for (const token of [session.access_token, box.target.anonKey]) {
      const body = { type: 'recovery', email }
      const answer = await ask(box.target, token, 'POST', '/admin/generate_link', body)
      expect(answer).toMatchObject({ status: 403, code: 'not_admin' })
    }
  })

  test('a generated link is valid only once and is voided by a newer link', async () => {
    const email = await confirmed()
    const first = await linkOf({ type: 'magiclink', email })
    const second = await linkOf({ type: 'magiclink', email })
    const open = async (token_hash: string) =>
      (await clientOf(box.target).auth.verifyOtp({ type: 'magiclink', token_hash })).error?.code
    expect(await open(first.hashed_token)).toBe('otp_expired')
    expect(await open(second.hashed_token)).toBeUndefined()
    expect(await open(second.hashed_token)).toBe('otp_expired')
  })

  test("generating a sign-up link for an unconfirmed account preserves the account's password", async () => {
    const email = newEmail()
    await clientOf(box.target).auth.signUp({ email, password })
    await linkOf({ type: 'signup', email, password: 'another one 2' })
    const { error } = await signedInAgain(box.target, email).then(
      () => ({ error: null }),
      (cause: { code?: string }) => ({ error: cause.code }),
    )
    expect(error).toBe('email_not_confirmed')
  })
})

describe.runIf(isOwnTarget)('email change link for the current email', () => {
  test('POST /admin/generate_link rejects the type email_change_current if secure email change is disabled', async () => {
    const box = await openMailTarget({ auth: { secureEmailChange: false } })
    const { email } = await signedUp(box.target)
    const { error } = await clientOf(box.target, box.target.serviceRoleKey).auth.admin.generateLink(
      { type: 'email_change_current', email, newEmail: newEmail() },
    )
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
    await box.target.close()
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password, signedUp } from '../target.ts'
import { followMail, post } from './links.ts'
import { arrive, openProviders, type Providers } from './providers.ts'

describe.runIf(isOwnTarget)('account whose email was never verified', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders({
      enablePhone: true,
      enablePhoneAutoconfirm: true,
      otp: { mailInterval: 0 },
    })
  })
  afterAll(() => providers.close())

  let last = 0
  const newNumber = () => `1646555${String((last += 1)).padStart(4, '0')}`

  /**
   * Creates an account as an attacker would: with another person's email and with every kind of
   * credential.
   */
  async function squatted() {
    const { target, sql, sandbox } = providers
    const attacker = await signedUp(target)
    const phone = newNumber()
    await attacker.client.auth.updateUser({ phone })
    const { data: link } = await attacker.client.auth.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    })
    const visitor = { email: newEmail() }
    const { url } = await sandbox.signIn(link.url!, visitor)
    await arrive(target, url)
    // Adds a second factor with SQL. Some older accounts have a second factor although their email
    // is unverified.
    await sql`
      insert into auth.mfa_factors (user_id, factor_type, status, secret)
      values (${attacker.user.id}, 'totp', 'verified', 'JBSWY3DPEHPK3PXP')`
    await sql`
      insert into auth_internal.recovery_codes (user_id, code_hash)
      values (${attacker.user.id}, 'hash')`
    return { ...attacker, phone, visitor }
  }

  const ways = {
    'a sign-in by email code': async (email: string) => {
      await post(providers.target, '/otp', { email })
      const { token } = (await providers.lastMail(email)).email_data
      const { data } = await clientOf(providers.target).auth.verifyOtp({
        type: 'email',
        email,
        token,
      })
      return data.session?.access_token
    },
    'a sign-in by email link': async (email: string) => {
      await post(providers.target, '/otp', { email })
      const { fragment } = await followMail(providers.target, await providers.lastMail(email))
      return fragment['access_token']
    },
    'a password recovery by email link': async (email: string) => {
      await post(providers.target, '/recover', { email })
      const { fragment } = await followMail(providers.target, await providers.lastMail(email))
      return fragment['access_token']
    },
  }

  test.each(Object.entries(ways))(
    'an unverified account loses all former credentials after %s',
    async (_, prove) => {
      const { target, sql } = providers
      const { client: attacker, email, phone, user, session, visitor } = await squatted()
      const token = await prove(email)

      const { data } = await clientOf(target).auth.getUser(token)
      expect(data.user).toMatchObject({
        id: user.id,
        email,
        phone: '',
        app_metadata: { provider: 'email', providers: ['email'] },
        identities: [{ provider: 'email' }],
      })
      expect(data.user?.factors ?? []).toEqual([])

      const refused = async (attempt: PromiseLike<{ error: { code?: string } | null }>) =>
        (await attempt).error?.code
      const { auth } = clientOf(target)
      expect(await refused(auth.signInWithPassword({ email, password }))).toBe(
        'invalid_credentials',
      )
      expect(await refused(auth.signInWithPassword({ phone, password }))).toBe(
        'invalid_credentials',
      )
      const { refresh_token } = session
      expect(await refused(auth.refreshSession({ refresh_token }))).toBe('refresh_token_not_found')
      expect((await attacker.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
      const elsewhere = await providers.travel({ visitor })
      const { data: other } = await auth.getUser(elsewhere.fragment.get('access_token')!)
      expect(other.user?.id).not.toBe(user.id)
      expect(
        await sql`
      select from auth_internal.recovery_codes where user_id = ${user.id}`,
      ).toHaveLength(0)

      const { email_data: told } = await providers.lastMail(email)
      expect(told.email_action_type).toBe('address_proven_notification')
    },
  )

  test('a verified account keeps its credentials when the user verifies the email again', async () => {
    const { target } = providers
    const { client, email } = await signedUp(target)
    const token = await ways['a sign-in by email code'](email)
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const own = { headers: { authorization: `Bearer ${token}` } }
    const answer = await fetch(`${target.url}/auth/v1/user`, {
      ...own,
      method: 'PUT',
      body: JSON.stringify({ password: 'another one 2' }),
    })
    expect(answer.status).toBe(200)
    await ways['a sign-in by email code'](email)
    const again = clientOf(target).auth.signInWithPassword({ email, password: 'another one 2' })
    expect((await again).error).toBeNull()
  })

  test('verifying an email sends no notification if no credentials were removed', async () => {
    const email = newEmail()
    await ways['a sign-in by email code'](email)
    const mails = await providers.mailsTo(email)
    expect(mails.map(({ email_data: mail }) => mail.email_action_type)).toEqual(['magiclink'])
  })
})

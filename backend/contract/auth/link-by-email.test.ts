import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, isOwnTarget, newEmail, password } from '../target.ts'
import {
  accountsOf,
  arrive,
  ask,
  landing,
  openProviders,
  userOf,
  type Providers,
} from './providers.ts'

describe.runIf(isOwnTarget)('external identities with the email of an existing account', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders()
  })
  afterAll(() => providers.close())

  describe('existing account', () => {
    const signUp = async (email: string) => {
      const { data } = await clientOf(providers.target).auth.signUp({ email, password })
      return data.user!.id
    }
    const prove = (id: string) => providers.sql`
      update auth.users set confirmation_sent_at = now() - interval '1 minute',
        email_confirmed_at = now() where id = ${id}`
    const signIn = (email: string) =>
      clientOf(providers.target).auth.signInWithPassword({ email, password })

    test("an identity is linked automatically, and the account owner is notified, if both the account's email and the provider's email are verified", async () => {
      const email = newEmail()
      const id = await signUp(email)
      await prove(id)
      const user = await userOf(providers.target, await providers.travel({ visitor: { email } }))
      expect(user).toMatchObject({
        id,
        app_metadata: { provider: 'email', providers: ['email', 'google'] },
      })
      const { email_data: mail } = await providers.lastMail(email)
      expect(mail).toMatchObject({
        email_action_type: 'identity_linked_notification',
        provider: 'Google',
      })
      expect((await signIn(email)).error).toBeNull()
    })

    test("an identity is linked automatically if the account's email was verified earlier by another provider", async () => {
      const email = newEmail()
      const first = await userOf(providers.target, await providers.travel({ visitor: { email } }))
      const second = await userOf(
        providers.target,
        await providers.travel({ provider: 'github', visitor: { email } }),
      )
      expect(second).toMatchObject({
        id: first.id,
        app_metadata: { provider: 'google', providers: ['google', 'github'] },
      })
    })

    test('an identity is not linked automatically if its provider has not verified the email', async () => {
      const email = newEmail()
      await prove(await signUp(email))
      for (const provider of ['google', 'github', 'facebook']) {
        const arrival = await providers.travel({
          provider,
          visitor: { email, emailVerified: false },
        })
        expect(Object.fromEntries(arrival.query)).toMatchObject({
          error: 'access_denied',
          error_code: 'provider_email_needs_verification',
        })
        expect(arrival.fragment.get('access_token')).toBeNull()
      }
      expect(await accountsOf(providers.sql, email)).toMatchObject([{ identities: ['email'] }])
    })

    test('an identity is not linked to an account with an unverified email, and the error explains how to link the identity', async () => {
      const email = newEmail()
      await signUp(email)
      const arrival = await providers.travel({ visitor: { email } })
      expect(Object.fromEntries(arrival.query)).toMatchObject({
        error: 'access_denied',
        error_code: 'account_email_not_proven',
        error_description: expect.stringMatching(/Sign in .* then link Google/),
      })
      expect(await accountsOf(providers.sql, email)).toMatchObject([{ identities: ['email'] }])
    })

    test("when the email's owner redeems a recovery link, identities that an attacker linked earlier are removed", async () => {
      const email = newEmail()
      const attacker = clientOf(providers.target)
      const { data } = await attacker.auth.signUp({ email, password })
      const visitor = { email: newEmail() }
      const { data: link } = await attacker.auth.linkIdentity({
        provider: 'google',
        options: { skipBrowserRedirect: true },
      })
      const { url } = await providers.sandbox.signIn(link.url!, visitor)
      await arrive(providers.target, url)

      const owner = clientOf(providers.target)
      await owner.auth.resetPasswordForEmail(email)
      const { email_data: mail } = await providers.lastMail(email)
      await owner.auth.verifyOtp({ type: 'recovery', token_hash: mail.token_hash })
      const { data: opened } = await owner.auth.getUser()
      expect(opened.user).toMatchObject({
        id: data.user?.id,
        app_metadata: { provider: 'email', providers: ['email'] },
        identities: [{ provider: 'email' }],
      })
      const own = await userOf(
        providers.target,
        await providers.travel({ provider: 'github', visitor: { email } }),
      )
      expect(own.id).toBe(data.user?.id)
    })

    test("a Facebook identity is linked automatically if the configuration trusts Facebook's emails", async () => {
      const trusting = await openProviders({
        external: {
          facebook: {
            clientId: providers.sandbox.client.id,
            clientSecret: providers.sandbox.client.secret,
            endpoints: {
              ...providers.sandbox.endpoints,
              userInfo: providers.sandbox.endpoints.me,
            },
            trustEmail: true,
          },
        },
      })
      const email = newEmail()
      await trusting.travel({ visitor: { email } })
      const arrival = await trusting.travel({ provider: 'facebook', visitor: { email } })
      expect(arrival.fragment.get('access_token')).toMatch(/^ey/)
      await trusting.close()
    })
  })

  describe('email confirmation enabled', () => {
    let strict: Providers
    beforeAll(async () => {
      strict = await openProviders({ enableEmailAutoconfirm: false, otp: { mailInterval: 60 } })
    })
    afterAll(() => strict.close())

    test("an attacker with access to an unconfirmed account loses access when the email's owner signs in", async () => {
      const email = newEmail()
      const attacker = clientOf(strict.target)
      await attacker.auth.signUp({ email, password, options: { data: { full_name: 'Stranger' } } })
      // The attacker also tries to link an identity with an unverified email to the account.
      await strict.travel({ provider: 'github', visitor: { email, emailVerified: false } })
      const arrival = await strict.travel({ visitor: { email, name: 'Owner' } })
      const { json } = await ask(strict.target, '/user', {
        token: arrival.fragment.get('access_token') ?? '',
      })
      expect(json).toMatchObject({
        email,
        user_metadata: { full_name: 'Owner' },
        app_metadata: { provider: 'google', providers: ['google'] },
        identities: [{ provider: 'google' }],
      })
      const { error } = await attacker.auth.signInWithPassword({ email, password })
      expect(error?.code).toBe('invalid_credentials')
    })

    test('a user must confirm an email address that the identity provider has not verified', async () => {
      const email = newEmail()
      const visitor = { email, emailVerified: false }
      const arrival = await strict.travel({ visitor })
      expect(Object.fromEntries(arrival.query)).toMatchObject({
        error_code: 'provider_email_needs_verification',
        error_description:
          'Unverified email with Google. A confirmation email has been sent to your Google email',
      })
      await strict.travel({ visitor })
      const mails = await strict.mailsTo(email)
      expect(mails).toHaveLength(1)
      const { email_data: mail } = mails[0]!
      expect(mail).toMatchObject({ email_action_type: 'signup', redirect_to: landing })
      const { error } = await clientOf(strict.target).auth.verifyOtp({
        type: 'signup',
        token_hash: mail.token_hash,
      })
      expect(error).toBeNull()
      const confirmed = await strict.travel({ visitor })
      expect(confirmed.fragment.get('access_token')).toMatch(/^ey/)
    })
  })
})

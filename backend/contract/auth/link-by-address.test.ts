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

describe.runIf(isOwnTarget)('accounts elsewhere with the address of an account here', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders()
  })
  afterAll(() => providers.close())

  describe('an address that an account has', () => {
    const signUp = async (email: string) => {
      const { data } = await clientOf(providers.target).auth.signUp({ email, password })
      return data.user!.id
    }
    /** As if a mail had been answered. */
    const prove = (id: string) => providers.sql`
      update auth.users set confirmation_sent_at = now() - interval '1 minute',
        email_confirmed_at = now() where id = ${id}`
    const signIn = (email: string) =>
      clientOf(providers.target).auth.signInWithPassword({ email, password })

    test('links by itself when both sides have proven it, and its owner is told', async () => {
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

    test('links when another provider has verified it before', async () => {
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

    test('does not link when the provider has not verified it', async () => {
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

    test('does not link when the account was made without proving it, and says what to do', async () => {
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

    test('once its owner sets a new password by mail, no identity of the stranger before is left', async () => {
      const email = newEmail()
      const stranger = clientOf(providers.target)
      const { data } = await stranger.auth.signUp({ email, password })
      const visitor = { email: newEmail() }
      const { data: link } = await stranger.auth.linkIdentity({
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
      // Now that it is proven, the owner's own links by itself.
      const own = await userOf(
        providers.target,
        await providers.travel({ provider: 'github', visitor: { email } }),
      )
      expect(own.id).toBe(data.user?.id)
    })

    test('Facebook links only where it is trusted with addresses', async () => {
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

  describe('addresses confirmed by mail', () => {
    let strict: Providers
    beforeAll(async () => {
      strict = await openProviders({ enableEmailAutoconfirm: false, otp: { mailInterval: 60 } })
    })
    afterAll(() => strict.close())

    test('who waits in an account with the address of somebody else is put out when its owner comes', async () => {
      const email = newEmail()
      const stranger = clientOf(strict.target)
      await stranger.auth.signUp({ email, password, options: { data: { full_name: 'Stranger' } } })
      // Somebody's unverified identity waits there, too.
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
      const { error } = await stranger.auth.signInWithPassword({ email, password })
      expect(error?.code).toBe('invalid_credentials')
    })

    test('an address that the provider has not verified is asked for by mail first', async () => {
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

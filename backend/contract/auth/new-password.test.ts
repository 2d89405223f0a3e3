import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Tokens } from '#backend/platform/jwt.ts'
import { clientOf, isOwnTarget, newEmail, password, signedUp } from '../target.ts'
import { followMail, newPkce, post } from './links.ts'
import { runDuring } from './concurrent.ts'
import { ask, verifiedUser, signedInAgain } from './user-with-factor.ts'
import { arrive, landing, openProviders, type Providers } from './providers.ts'

const fresh = 'a fresh horse 2'

/** A new password must cancel every flow that could give an attacker access again. */
describe.runIf(isOwnTarget)('new password', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders({
      enablePhone: true,
      enablePhoneAutoconfirm: true,
      otp: { mailInterval: 0 },
    })
  })
  afterAll(() => providers.close())

  const beginLink = async (client: Awaited<ReturnType<typeof signedUp>>['client']) => {
    const { data, error } = await client.auth.linkIdentity({
      provider: 'google',
      options: { redirectTo: landing, skipBrowserRedirect: true },
    })
    if (error) throw error
    return data.url!
  }

  const finishLink = async (begun: string) => {
    const { url } = await providers.sandbox.signIn(begun, { email: newEmail() })
    return arrive(providers.target, url)
  }

  const providersOf = (userId: string) =>
    providers.sql`select provider from auth.identities where user_id = ${userId}`

  test('a new password cancels identity linking that is in progress', async () => {
    const { client, user } = await signedUp(providers.target)
    const begun = await beginLink(client)
    expect((await client.auth.updateUser({ password: fresh })).error).toBeNull()
    await finishLink(begun)
    expect(await providersOf(user.id)).toEqual([{ provider: 'email' }])
  })

  test.each(['others', 'local'] as const)(
    'signing out with scope %s cancels identity linking that is in progress',
    async (scope) => {
      const { client, user } = await signedUp(providers.target)
      const begun = await beginLink(client)
      expect((await client.auth.signOut({ scope })).error).toBeNull()
      await finishLink(begun)
      expect(await providersOf(user.id)).toEqual([{ provider: 'email' }])
    },
  )

  test.each(['submitted as the new password', 'submitted together with a change that fails'])(
    'attempts to guess the current password are rate limited when the guess is %s',
    async (how) => {
      const { email, session } = await signedUp(providers.target)
      const beside = how.endsWith('fails') ? { data: { large: 'x'.repeat(9000) } } : {}
      const codes = new Set<string>()
      for (let i = 0; i < 12; i += 1) {
        const guess = { password: `a guess of mine ${i}`, ...beside }
        const { code } = await ask(providers.target, session.access_token, 'PUT', '/user', guess)
        codes.add(code ?? 'changed')
      }
      expect([...codes].at(-1)).toBe('over_request_rate_limit')
      const right = { password, ...beside }
      const told = await ask(providers.target, session.access_token, 'PUT', '/user', right)
      expect(told).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
      const { error } = await clientOf(providers.target).auth.signInWithPassword({
        email,
        password: how.endsWith('fails') ? password : 'a guess of mine 9',
      })
      expect(error).toBeNull()
    },
  )

  test("failed attempts to enter the current password in one session do not block the owner's other session", async () => {
    const { target } = providers
    const { client, email, user } = await signedUp(target)
    const change = (token: string, current_password: string) =>
      ask(target, token, 'PUT', '/user', { password: fresh, current_password })
    const useUp = async (token: string) => {
      for (let i = 0; i < 11; i += 1) await change(token, `a guess of mine ${i}`)
      expect((await change(token, password)).status).toBe(429)
    }
    await useUp((await signedInAgain(target, email)).session.access_token)
    // Attempts with a token that has no session are counted per account.
    const exp = Math.floor(Date.now() / 1000) + 3600
    const sign = (lasts: number) =>
      new Tokens(target.jwtSecret).sign({
        sub: user.id,
        role: 'authenticated',
        exp: exp + lasts,
      })
    await useUp(sign(0))
    expect((await change(sign(1), password)).status).toBe(429)
    const proof = { password: fresh, current_password: password }
    expect((await client.auth.updateUser(proof)).error).toBeNull()
  })

  test('a new password voids authorization codes that were issued but not exchanged', async () => {
    const { client, email } = await verifiedUser(providers.target)
    const { verifier, asked } = newPkce()
    await post(providers.target, '/otp', { email, ...asked })
    const { query } = await followMail(providers.target, await providers.lastMail(email))
    expect(query.code).toBeTruthy()
    expect((await client.auth.updateUser({ password: fresh })).error).toBeNull()
    const answer = await post(providers.target, '/token?grant_type=pkce', {
      auth_code: query.code,
      code_verifier: verifier,
    })
    expect(answer).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } })
  })

  test('redeeming a recovery email removes the sessions, phone and pending identity linking of an attacker who signed up with the email', async () => {
    const { client: attacker, email, user } = await signedUp(providers.target)
    const phone = `1500555${Math.floor(Math.random() * 9000) + 1000}`
    expect((await attacker.auth.updateUser({ phone })).data.user?.phone).toBe(phone)
    const begun = await beginLink(attacker)
    const owner = clientOf(providers.target)
    await owner.auth.resetPasswordForEmail(email)
    const { token_hash } = (await providers.lastMail(email)).email_data
    await owner.auth.verifyOtp({ type: 'recovery', token_hash })
    expect((await attacker.auth.getUser()).error).not.toBeNull()
    await finishLink(begun)
    expect(await providersOf(user.id)).toEqual([{ provider: 'email' }])
    const { data } = await owner.auth.getUser()
    expect(data.user).toMatchObject({ phone: '', app_metadata: { providers: ['email'] } })
    expect(
      (await clientOf(providers.target).auth.signInWithPassword({ phone, password })).error,
    ).not.toBeNull()
  })

  test('a sign-in with the old password fails if the password is changed during the sign-in', async () => {
    const { client, email, user } = await signedUp(providers.target)
    const auth = clientOf(providers.target).auth
    // Changes the stored password while the sign-in with the old password waits for the lock.
    const { error } = await runDuring(
      providers.sql,
      user.id,
      () => auth.signInWithPassword({ email, password }),
      (tx) => tx`update auth.users set encrypted_password = ${'changed'} where id = ${user.id}`,
    )
    expect(error?.code).toBe('invalid_credentials')
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test("a sign-in that times out waiting for the account's lock is retried and succeeds after the lock is released", async () => {
    const { email, user } = await signedUp(providers.target)
    const auth = clientOf(providers.target).auth
    let waiting: ReturnType<typeof auth.signInWithPassword> | undefined
    await providers.sql.begin(async (tx) => {
      await tx`select from auth.users where id = ${user.id} for update`
      waiting = auth.signInWithPassword({ email, password })
      // Waits until the sign-in's first wait for the lock has timed out and its second wait has
      // started.
      const waiters = new Set<number>()
      await expect
        .poll(async () => {
          const rows = await providers.sql`
            select pid from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`
          for (const { pid } of rows) waiters.add(pid as number)
          return waiters.size
        })
        .toBe(2)
    })
    expect((await waiting!).data.user?.id).toBe(user.id)
  })
})

describe.runIf(isOwnTarget)('new password with email confirmation enabled', () => {
  let providers: Providers
  beforeAll(async () => {
    providers = await openProviders({ enableEmailAutoconfirm: false, secureEmailChange: false })
  })
  afterAll(() => providers.close())

  test('a new password cancels a pending email change', async () => {
    const { admin } = clientOf(providers.target, providers.target.serviceRoleKey).auth
    const email = newEmail()
    await admin.createUser({ email, password, email_confirm: true })
    const { auth } = clientOf(providers.target)
    await auth.signInWithPassword({ email, password })
    const other = newEmail()
    expect((await auth.updateUser({ email: other })).error).toBeNull()
    expect((await auth.updateUser({ password: fresh })).error).toBeNull()
    const asked = (await providers.mailsTo(other)).find(
      ({ email_data: mail }) => mail.email_action_type === 'email_change',
    )
    const token_hash = asked?.email_data.token_hash
    const answer = await post(providers.target, '/verify', { type: 'email_change', token_hash })
    expect(answer).toMatchObject({ status: 403, body: { code: 'otp_expired' } })
    const { data } = await auth.getUser()
    expect(data.user).toMatchObject({ email })
    expect(data.user).not.toHaveProperty('new_email')
  })
})

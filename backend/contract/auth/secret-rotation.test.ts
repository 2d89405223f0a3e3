import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deriveApiKeys } from '#backend/platform/api-keys.ts'
import { Tokens } from '#backend/platform/jwt.ts'
import { clientOf, isOwnTarget, openTarget, type Target } from '../target.ts'
import { appCode, signedInAgain, verifiedUser, withFactor } from './user-with-factor.ts'

const newSecret = 'a JWT secret that replaces the first one'
const newServerSecret = 'a secret for encryption that replaces it'

/** Servers that share one database, with the secrets before, during and after a rotation. */
describe.runIf(isOwnTarget)('rotation of the server’s secrets', () => {
  let old: Target
  let accepting: Target
  let using: Target
  let retired: Target
  const peers: { close(): Promise<void> }[] = []

  beforeAll(async () => {
    old = await openTarget()
    const secrets = [old.jwtSecret, newServerSecret]
    const open = async (settings: Parameters<NonNullable<Target['openPeer']>>[0]) => {
      const peer = await old.openPeer!(settings)
      peers.push(peer)
      return { ...old, url: peer.url }
    }
    accepting = await open({ acceptedJwtSecrets: [newSecret], serverSecrets: secrets })
    using = await open({
      jwtSecret: newSecret,
      acceptedJwtSecrets: [old.jwtSecret],
      serverSecrets: [newServerSecret, old.jwtSecret],
    })
    retired = await open({ jwtSecret: newSecret, serverSecrets: [newServerSecret] })
  })
  afterAll(async () => {
    await Promise.all(peers.map((peer) => peer.close()))
    await old.close()
  })

  const refresh = (target: Target, refresh_token: string) =>
    clientOf(target).auth.refreshSession({ refresh_token })

  test('a session can be refreshed alternately on servers with the old and the new secret', async () => {
    const { session } = await verifiedUser(old)
    let token = session.refresh_token
    for (const target of [using, accepting, using, accepting]) {
      const { data, error } = await refresh(target, token)
      expect(error).toBeNull()
      token = data.session!.refresh_token
    }
  })

  test.each([
    ['old', () => using, () => accepting],
    ['new', () => accepting, () => using],
  ])(
    'a refresh whose response was lost returns the same token when it is repeated on a server with the %s secret',
    async (_, first, second) => {
      const { session } = await verifiedUser(old)
      const lost = (await refresh(first(), session.refresh_token)).data.session!.refresh_token
      const again = await refresh(second(), session.refresh_token)
      expect(again.data.session?.refresh_token).toBe(lost)
      expect((await refresh(second(), lost)).error).toBeNull()
    },
  )

  test('a server with the new secret detects the reuse of a refresh token whose hash was made with the previous secret', async () => {
    const { session } = await verifiedUser(old)
    const second = (await refresh(old, session.refresh_token)).data.session!
    await refresh(old, second.refresh_token)
    await old.sql!`update auth.refresh_tokens set updated_at = now() - interval '1 minute'
      where session_id = (select id from auth.sessions where user_id = ${session.user.id} limit 1)`
    const reused = await refresh(using, session.refresh_token)
    expect(reused.error?.code).toBe('refresh_token_already_used')
  })

  test('access tokens and API keys of the previous JWT secret are valid during a rotation, but removing the secret invalidates the API keys', async () => {
    const { session } = await verifiedUser(old)
    const hs256 = new Tokens(old.jwtSecret).sign({ role: 'anon' })
    const { publishable } = deriveApiKeys(old.jwtSecret)
    const status = async (target: Target, apikey: string) =>
      (await fetch(`${target.url}/rest/v1/`, { headers: { apikey } })).status
    for (const target of [accepting, using]) {
      expect((await clientOf(target).auth.getUser(session.access_token)).error).toBeNull()
      expect(await status(target, hs256)).toBe(200)
      expect(await status(target, publishable)).toBe(200)
      expect(await status(target, deriveApiKeys(newSecret).publishable)).toBe(200)
    }
    expect(await status(retired, hs256)).toBe(401)
    expect(await status(retired, publishable)).toBe(401)
    expect(await status(retired, deriveApiKeys(newSecret).publishable)).toBe(200)
  })

  test('a URL signed with the previous secret is accepted until that secret is removed', async () => {
    const { storage } = clientOf(old, old.serviceRoleKey)
    await storage.createBucket('signed')
    await storage.from('signed').upload('file.txt', 'content')
    const { data } = await storage.from('signed').createSignedUrl('file.txt', 60)
    const { pathname, search } = new URL(data!.signedUrl)
    const status = async ({ url }: Target) => (await fetch(url + pathname + search)).status
    expect(await status(accepting)).toBe(200)
    expect(await status(using)).toBe(200)
    expect(await status(retired)).toBe(400)
  })

  test.each([
    ['old', 'new', () => old, () => using],
    ['new', 'old', () => using, () => accepting],
  ])(
    'an authenticator app enrolled on a server with the %s secret works on a server with the %s secret',
    async (_, __, added, used) => {
      const { factorId, secret, email } = await withFactor(added())
      const { client } = await signedInAgain(used(), email)
      const code = appCode(secret, 1)
      expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    },
  )

  test('a code emailed before a rotation of the server secret can be redeemed after the rotation', async () => {
    const { email } = await verifiedUser(old)
    const { admin } = clientOf(old, old.serviceRoleKey).auth
    const { data } = await admin.generateLink({ type: 'magiclink', email })
    const token = data.properties!.email_otp
    const { error } = await clientOf(using).auth.verifyOtp({ type: 'magiclink', email, token })
    expect(error).toBeNull()
  })
})

import type { Target } from '../target.ts'
import { claimsOf } from './links.ts'
import { appCode, ask, enrolled, type verifiedUser } from './user-with-factor.ts'

export const waysToRevoke = [
  'signing out other sessions',
  'a second factor',
  'a recovery code',
] as const

export async function revokeOtherSessions(
  target: Target,
  { client, session }: Awaited<ReturnType<typeof verifiedUser>>,
  way: (typeof waysToRevoke)[number],
): Promise<void> {
  if (way === 'signing out other sessions') {
    const { error } = await client.auth.signOut({ scope: 'others' })
    if (error) throw error
    return
  }
  const { factorId, secret } = await enrolled(client)
  if (way === 'a second factor') {
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: appCode(secret) })
    if (error) throw error
    return
  }
  // Activates the factor in SQL, because activation through the API would revoke other sessions.
  const token = session.access_token
  await target.sql!`update auth.mfa_factors set status = 'verified' where id = ${factorId}`
  await target.sql!`
    update auth.sessions set aal = 'aal2' where id = ${String(claimsOf(token)['session_id'])}`
  const { codes } = await ask(target, token, 'POST', '/factors/recovery-codes')
  const [code] = codes as string[]
  const { status } = await ask(target, token, 'POST', '/factors/recovery', { code })
  if (status !== 200) throw new Error(`The recovery code was answered with ${status}`)
}

import type { Target } from '../target.ts'
import { claimsOf } from './links.ts'
import { appCode, ask, enrolled, type provenPerson } from './person-with-factor.ts'

/** What ends every session of an account but the one that asks for it. */
export const waysToPutOut = [
  'signing out the others',
  'a second factor',
  'a recovery code',
] as const

/** Ends every other session of a person that has no factor yet. */
export async function putOut(
  target: Target,
  { client, session }: Awaited<ReturnType<typeof provenPerson>>,
  way: (typeof waysToPutOut)[number],
): Promise<void> {
  if (way === 'signing out the others') {
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
  // The factor and the level of the session as they are long after: neither puts anybody out.
  const token = session.access_token
  await target.sql!`update auth.mfa_factors set status = 'verified' where id = ${factorId}`
  await target.sql!`
    update auth.sessions set aal = 'aal2' where id = ${String(claimsOf(token)['session_id'])}`
  const { codes } = await ask(target, token, 'POST', '/factors/recovery-codes')
  const [code] = codes as string[]
  const { status } = await ask(target, token, 'POST', '/factors/recovery', { code })
  if (status !== 200) throw new Error(`The recovery code was answered with ${status}`)
}

import { createHash, randomInt } from 'node:crypto'
import type { Hono } from 'hono'
import type postgres from 'postgres'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/audit.ts'
import { AuthError } from '#backend/auth/errors.ts'
import { requireOpenSession } from '#backend/auth/open-session.ts'
import { findUserById, lockUnchanged } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { hasVerifiedFactor, requireFactorCaller } from './caller.ts'

const total = 10

/** Digits and letters that are not mistaken for one another. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Recovery codes: ours, as hosted Supabase has none. `GET /factors/recovery-codes` says how many there
 * are, `POST` makes new ones and says them this once.
 */
export function registerRecoveryCodes(app: Hono, world: AuthWorld): void {
  app.get('/factors/recovery-codes', async (c) => {
    const { user } = await requireFactorCaller(world, c.req.raw.headers)
    const [count] = await world.sql<{ remaining: number }[]>`
      select count(*)::int as remaining from auth_internal.recovery_codes
      where user_id = ${user.id}`
    return json({ type: 'recovery_code', total, remaining: count?.remaining ?? 0 })
  })

  app.post('/factors/recovery-codes', async (c) => {
    const { headers } = c.req.raw
    const { user, session } = await requireFactorCaller(world, headers)
    const codes = Array.from({ length: total }, newRecoveryCode)
    await world.sql.begin(async (tx) => {
      await lockUnchanged(tx, user)
      const aal = await requireOpenSession(tx, user.id, session.id)
      if (!hasVerifiedFactor((await findUserById(tx, user.id)) ?? user) || aal !== 'aal2') {
        throw new AuthError(403, 'insufficient_aal', 'AAL2 required to make recovery codes')
      }
      await tx`delete from auth_internal.recovery_codes where user_id = ${user.id}`
      await tx`
        insert into auth_internal.recovery_codes
        ${tx(codes.map((code) => ({ user_id: user.id, code_hash: hashRecoveryCode(user.id, code) })))}`
      await audit(tx, user, 'recovery_codes_generated', headers)
    })
    return json({ type: 'recovery_code', total, codes })
  })
}

/** Uses a code of the account up. False when it has none like it. */
export async function useUpRecoveryCode(
  tx: postgres.TransactionSql,
  userId: string,
  code: string,
): Promise<boolean> {
  const rows = await tx`
    delete from auth_internal.recovery_codes
    where user_id = ${userId} and code_hash = ${hashRecoveryCode(userId, code)}
    returning user_id`
  return rows.length > 0
}

/** 80 bits in four groups: too many to be tried, also by whoever has the hashes. */
function newRecoveryCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

/** As it is stored; case, blanks, hyphens and letters mistaken for digits do not matter. */
function hashRecoveryCode(userId: string, code: string): string {
  const plain = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return createHash('sha256').update(`${userId}:${plain}`).digest('hex')
}

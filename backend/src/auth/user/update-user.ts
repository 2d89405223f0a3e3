import type { Hono } from 'hono'
import type postgres from 'postgres'
import { audit } from '#backend/auth/audit.ts'
import { requireUser, type SignedIn } from '#backend/auth/bearer.ts'
import { spendMail } from '#backend/auth/codes/intervals.ts'
import { readBody } from '#backend/auth/body.ts'
import { askedRedirect, safeRedirect } from '#backend/auth/redirects.ts'
import { requireOpenSession } from '#backend/auth/open-session.ts'
import { presentUser } from '#backend/auth/present-user.ts'
import { duplicateOr } from '#backend/auth/new-users.ts'
import { findUserById, lockUnchanged } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { changePhone, textPhoneCode } from './change-phone.ts'
import { checkChanges, type Changes } from './check-changes.ts'
import { assertMetadataFits, mergeMetadata } from './merge-metadata.ts'
import { useNonce } from './reauthenticate.ts'
import { updateBody } from './update-body.ts'

/**
 * PUT /user: changes one's own data, password, address or number. All of it happens, or none. A
 * `nonce` of /reauthenticate by itself shows that the account's own address is theirs.
 */
export function registerUpdateUser(app: Hono, world: AuthWorld): void {
  app.put('/user', async (c) => {
    const { headers } = c.req.raw
    const signedIn = await requireUser(world, headers)
    const body = await readBody(c.req.raw, updateBody)
    const changes = await checkChanges(world, signedIn, body)
    const { email } = changes
    if (email && !email.isAtOnce) await spendMail(world, 'email_change', email.address)
    const phoneCode = changes.phone ? await textPhoneCode(world, changes.phone) : null
    const redirectTo = safeRedirect(world.config, askedRedirect(c.req.raw))
    await world.sql
      .begin((tx) => apply(tx, world, signedIn, changes, { phoneCode, redirectTo, headers }))
      .catch((cause: unknown) => {
        throw duplicateOr(cause)
      })
    const updated = await findUserById(world.sql, signedIn.user.id)
    return json(presentUser(updated ?? signedIn.user))
  })
}

type Circumstances = { phoneCode: string | null; redirectTo: string; headers: Headers }

async function apply(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  signedIn: SignedIn,
  changes: Changes,
  { phoneCode, redirectTo, headers }: Circumstances,
): Promise<void> {
  const { user, sessionId } = signedIn
  await lockUnchanged(tx, user)
  await requireOpenSession(tx, user.id, sessionId)
  const nonce = changes.nonce ?? changes.password?.nonce
  if (nonce) await useNonce(tx, user, nonce)
  if (changes.password) await changePassword(tx, world, signedIn, changes.password, headers)
  if (changes.metadata) {
    const merged = await mergeMetadata(tx, user.id, 'raw_user_meta_data', changes.metadata)
    assertMetadataFits(merged, user.raw_user_meta_data)
  }
  if (changes.email) await changeEmail(tx, world, user, changes.email, { redirectTo, headers })
  if (changes.phone) await changePhone(tx, world, user, changes.phone, phoneCode)
  await tx`update auth.users set updated_at = now() where id = ${user.id}`
  await audit(tx, user, 'user_modified', headers)
}

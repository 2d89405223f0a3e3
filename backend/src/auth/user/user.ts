import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import {
  changePhone,
  notifyFormerEmail,
  requestEmailChange,
  sendPhoneChangeCode,
} from '#backend/auth/codes/identifier-changes.ts'
import { audit } from '#backend/auth/core/audit.ts'
import { type SignedIn, requireOpenSession, requireUser } from '#backend/auth/core/authorization.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { storePassword } from '#backend/auth/core/credentials.ts'
import { setIdentifier } from '#backend/auth/core/identifiers.ts'
import { requireEmailQuota } from '#backend/auth/core/message-limits.ts'
import { assertMetadataFits, mergeMetadata } from '#backend/auth/core/metadata.ts'
import { throwDuplicate } from '#backend/auth/core/new-users.ts'
import { presentUser } from '#backend/auth/core/present-user.ts'
import { requestedRedirect, safeRedirect } from '#backend/auth/core/redirects.ts'
import { type UserRow, findUserById, lockUnchanged } from '#backend/auth/core/users.ts'
import { type Changes, type NewEmail, checkChanges, updateBody } from './check-changes.ts'
import { consumeNonce } from './reauthenticate.ts'

export function registerUser(app: Hono, context: AuthContext): void {
  app.get('/user', async (c) => {
    const { user } = await requireUser(context, c.req.raw.headers)
    return json(presentUser(user))
  })

  // PUT /user: changes the user's metadata, password, email or phone in one transaction. A body
  // with only a `nonce` verifies the account's current email or phone.
  app.put('/user', async (c) => {
    const { headers } = c.req.raw
    const signedIn = await requireUser(context, headers)
    const body = await readBody(c.req.raw, updateBody)
    const changes = await checkChanges(context, signedIn, body)
    const { email } = changes
    if (email && !email.isAtOnce) await requireEmailQuota(context, 'email_change', email.address)
    const phoneCode = changes.phone ? await sendPhoneChangeCode(context, changes.phone) : null
    const redirectTo = safeRedirect(context, requestedRedirect(c.req.raw))
    await context.sql
      .begin((tx) =>
        applyChanges(tx, context, signedIn, changes, { phoneCode, redirectTo, headers }),
      )
      .catch(throwDuplicate)
    const updated = await findUserById(context.sql, signedIn.user.id)
    return json(presentUser(updated ?? signedIn.user))
  })
}

type ChangeContext = { phoneCode: string | null; redirectTo: string; headers: Headers }

async function applyChanges(
  tx: Tx,
  context: AuthContext,
  signedIn: SignedIn,
  changes: Changes,
  { phoneCode, redirectTo, headers }: ChangeContext,
): Promise<void> {
  const { user, sessionId } = signedIn
  await lockUnchanged(tx, user)
  await requireOpenSession(tx, user.id, sessionId)
  const nonce = changes.nonce ?? changes.password?.nonce
  if (nonce) await consumeNonce(tx, user, nonce)
  if (changes.password) {
    await storePassword(tx, context, user, changes.password.hash, sessionId, headers)
    await audit(tx, user, 'user_updated_password', headers)
  }
  if (changes.metadata) {
    const merged = await mergeMetadata(tx, user.id, 'raw_user_meta_data', changes.metadata)
    assertMetadataFits(merged, user.raw_user_meta_data)
  }
  if (changes.email) await changeEmail(tx, context, user, changes.email, { redirectTo, headers })
  if (changes.phone) await changePhone(tx, context, user, changes.phone, phoneCode)
  await tx`update auth.users set updated_at = now() where id = ${user.id}`
  await audit(tx, user, 'user_modified', headers)
}

/** With `isAtOnce`, changes the email immediately. Otherwise sends the confirmation emails. */
async function changeEmail(
  tx: Tx,
  context: AuthContext,
  user: UserRow,
  { address, challenge, isAtOnce }: NewEmail,
  { redirectTo, headers }: Omit<ChangeContext, 'phoneCode'>,
): Promise<void> {
  if (isAtOnce) {
    // Confirms the new email without counting it as verified, because no message was sent to it.
    await setIdentifier(tx, user, 'email', address, { isVerified: true })
    await audit(tx, user, 'user_email_changed', headers)
    await notifyFormerEmail(tx, context, user, headers)
    return
  }
  await requestEmailChange(tx, context, user, address, { challenge, redirectTo })
}

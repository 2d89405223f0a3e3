import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/core/audit.ts'
import {
  type SignedIn,
  requireAal2,
  requireOpenSession,
  requireUser,
} from '#backend/auth/core/authorization.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError } from '#backend/auth/core/errors.ts'
import { syncProviders } from '#backend/auth/core/identifiers.ts'
import { isUuid } from '#backend/platform/is-uuid.ts'
import { sendMail } from '#backend/auth/core/mail-hook.ts'
import { requestOrigin } from '#backend/auth/core/request-origin.ts'
import { type IdentityRow, type UserRow, findUserById } from '#backend/auth/core/users.ts'
import { linkingDisabled } from './errors.ts'
import { labelOf } from './providers.ts'

/**
 * DELETE /user/identities/{id}: unlinks an identity, unless it is the account's last identity or
 * comes from an SSO provider.
 */
export function registerUnlinkIdentity(app: Hono, context: AuthContext): void {
  app.delete('/user/identities/:id', async (c) => {
    const { headers } = c.req.raw
    const signedIn = await requireUser(context, headers)
    if (!context.settings.enableManualLinking) throw linkingDisabled()
    const id = c.req.param('id')
    if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
    await requireAal2(context, signedIn, 'AAL2 session is required to unlink an identity')
    await context.sql.begin((tx) => unlink(tx, context, signedIn, id, headers))
    return json({})
  })
}

async function unlink(
  tx: Tx,
  context: AuthContext,
  { user: { id: userId }, sessionId }: SignedIn,
  identityId: string,
  headers: Headers,
): Promise<void> {
  // The row lock stops two concurrent requests from unlinking the last two identities.
  await tx`select from auth.users where id = ${userId} for no key update`
  await requireOpenSession(tx, userId, sessionId)
  const user = await findUserById(tx, userId)
  if (!user) throw new AuthError(403, 'user_not_found', 'User does not exist')
  if (user.identities.length <= 1) {
    throw new AuthError(
      422,
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    )
  }
  const identity = user.identities.find(({ id }) => id === identityId.toLowerCase())
  if (!identity) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
  // An SSO account needs its identity: signing in through SSO is the only way in which its owner
  // can confirm an action, such as deleting the account.
  if (identity.provider.startsWith('sso:')) {
    throw new AuthError(
      422,
      'user_sso_managed',
      'The identity of an SSO account cannot be unlinked',
    )
  }
  await tx`delete from auth.identities where id = ${identity.id}`
  await removeDependentData(tx, user, identity)
  await syncProviders(tx, userId)
  await audit(tx, user, 'identity_unlinked', headers, {
    identity_id: identity.id,
    provider: identity.provider,
    provider_id: identity.provider_id,
  })
  if (user.email) {
    const provider = labelOf(context.settings, identity.provider)
    await sendMail(context, tx, user, 'identity_unlinked_notification', {
      provider,
      ...requestOrigin(headers),
    })
  }
}

/**
 * Removes the phone or password that belongs to the identity. If no other identity has the
 * account's email, replaces the email with another identity's verified email.
 */
async function removeDependentData(tx: Tx, user: UserRow, identity: IdentityRow): Promise<void> {
  if (identity.provider === 'phone') {
    await tx`update auth.users set phone = null, phone_confirmed_at = null where id = ${user.id}`
    return
  }
  if (identity.provider === 'email') {
    await tx`update auth.users set encrypted_password = null where id = ${user.id}`
  }
  const rest = user.identities.filter(({ id }) => id !== identity.id)
  if (rest.some(({ email }) => email === user.email?.toLowerCase())) return
  const next = rest.find(
    ({ email, identity_data: data }) => email !== null && data['email_verified'] === true,
  )
  if (next) await moveAddress(tx, user, next.email!)
}

async function moveAddress(tx: Tx, user: UserRow, email: string): Promise<void> {
  const [taken] = await tx`
    select from auth.users where lower(email) = ${email} and not is_sso_user and id <> ${user.id}`
  if (taken) {
    throw new AuthError(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    )
  }
  await tx`
    update auth.users set email = ${email}, email_confirmed_at = now(), confirmation_sent_at = null
    where id = ${user.id}`
}

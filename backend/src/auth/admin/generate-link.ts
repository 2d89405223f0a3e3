import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { type AuditAction, audit } from '#backend/auth/core/audit.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { parseEmail } from '#backend/auth/core/identifiers.ts'
import { throwDuplicate } from '#backend/auth/core/new-users.ts'
import { assertStrongPassword } from '#backend/auth/core/password-rules.ts'
import { presentUser } from '#backend/auth/core/present-user.ts'
import { requestedRedirect, safeRedirect } from '#backend/auth/core/redirects.ts'
import { findUserByEmail } from '#backend/auth/core/users.ts'
import {
  type Link,
  createEmailChangeLink,
  createInviteLink,
  createRecoveryLink,
  createSignUpLink,
} from './links.ts'
import { serviceActor } from './users.ts'

const linkBody = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  new_email: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.json()).nullish(),
  redirect_to: z.string().nullish(),
})

type LinkBody = z.output<typeof linkBody>

const actions: Record<string, AuditAction> = {
  signup: 'user_confirmation_requested',
  invite: 'user_invited',
  magiclink: 'user_recovery_requested',
  recovery: 'user_recovery_requested',
  email_change_current: 'user_modified',
  email_change_new: 'user_modified',
}

export function registerGenerateLink(app: Hono, context: AuthContext): void {
  app.post('/admin/generate_link', async (c) => {
    const { headers } = c.req.raw
    const body = await readBody(c.req.raw, linkBody)
    const email = parseEmail(body.email ?? '')
    const requested = body.redirect_to ?? requestedRedirect(c.req.raw)
    const redirectTo = safeRedirect(context, requested)
    const { type, passwordHash } = await checkType(context, body, email)
    const { user, code, hash } = await context.sql
      .begin(async (tx) => {
        const made = await makeLink(tx, context, { ...body, type, email, passwordHash })
        const facts = { user_id: made.user.id, link: type }
        await audit(tx, serviceActor, actions[type]!, headers, facts)
        return made
      })
      .catch(throwDuplicate)
    return json({
      ...presentUser(user),
      action_link: actionLink(context, type, hash, redirectTo),
      email_otp: code,
      hashed_token: hash,
      verification_type: type,
      redirect_to: redirectTo,
    })
  })
}

/**
 * Validates the link type and hashes the password of a sign-up link. For an unknown email, a magic
 * link becomes a sign-up link.
 */
async function checkType(context: AuthContext, body: LinkBody, email: string) {
  const type = body.type ?? ''
  if (!Object.hasOwn(actions, type)) {
    throw invalid(`Invalid email action link type requested: ${type}`)
  }
  if (type === 'magiclink' && !(await findUserByEmail(context.sql, email))) {
    return { type: 'signup', passwordHash: null }
  }
  if (type !== 'signup') return { type, passwordHash: null }
  if (!body.password) throw invalid('Signup requires a valid password')
  await assertStrongPassword(body.password, context.settings, [email])
  return { type, passwordHash: await context.passwords.hash(body.password) }
}

async function makeLink(
  tx: Tx,
  context: AuthContext,
  requested: LinkBody & { type: string; email: string; passwordHash: string | null },
): Promise<Link> {
  const { type, email, passwordHash } = requested
  const data = requested.data ?? {}
  if (type === 'signup') return createSignUpLink(tx, context, email, { data, passwordHash })
  if (type === 'invite') return createInviteLink(tx, context, email, data)
  const user = await findUserByEmail(tx, email)
  if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found')
  if (type === 'magiclink' || type === 'recovery') return createRecoveryLink(tx, context, user)
  const side = type === 'email_change_current' ? 'current' : 'new'
  return createEmailChangeLink(tx, context, user, side, requested.new_email)
}

function actionLink(context: AuthContext, type: string, hash: string, redirectTo: string): string {
  const url = new URL(`${context.siteUrl}/auth/v1/verify`)
  url.search = new URLSearchParams({
    token: hash,
    type: type.startsWith('email_change') ? 'email_change' : type,
    redirect_to: redirectTo,
  }).toString()
  return url.href
}

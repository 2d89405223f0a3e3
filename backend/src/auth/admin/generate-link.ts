import type { Hono } from 'hono'
import type postgres from 'postgres'
import { z } from 'zod'
import { audit, type AuditAction } from '#backend/auth/audit.ts'
import { readBody } from '#backend/auth/body.ts'
import { AuthError, invalid } from '#backend/auth/errors.ts'
import { assertStrongPassword } from '#backend/auth/passwords.ts'
import { presentUser } from '#backend/auth/present-user.ts'
import { askedRedirect, safeRedirect } from '#backend/auth/redirects.ts'
import { parseEmail } from '#backend/auth/identifiers.ts'
import { duplicateOr } from '#backend/auth/new-users.ts'
import { findUserByEmail } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { projectItself } from './actor.ts'
import { emailChangeIn, inviteIn, recoverIn, signUpIn, type Link } from './links.ts'

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

/** POST /admin/generate_link: a link the project's own servers send themselves; no mail goes out. */
export function registerGenerateLink(app: Hono, world: AuthWorld): void {
  app.post('/admin/generate_link', async (c) => {
    const { headers } = c.req.raw
    const body = await readBody(c.req.raw, linkBody)
    const email = parseEmail(body.email ?? '')
    const asked = body.redirect_to ?? askedRedirect(c.req.raw)
    const redirectTo = safeRedirect(world.config, asked)
    const { type, passwordHash } = await checkType(world, body, email)
    const { user, code, hash } = await world.sql
      .begin(async (tx) => {
        const made = await makeLink(tx, world, { ...body, type, email, passwordHash })
        const facts = { user_id: made.user.id, link: type }
        await audit(tx, projectItself, actions[type]!, headers, facts)
        return made
      })
      .catch((cause: unknown) => {
        throw duplicateOr(cause)
      })
    return json({
      ...presentUser(user),
      action_link: actionLink(world, type, hash, redirectTo),
      email_otp: code,
      hashed_token: hash,
      verification_type: type,
      redirect_to: redirectTo,
    })
  })
}

/** Which link is really made: for an unknown address a magic link is a sign-up. */
async function checkType(world: AuthWorld, body: LinkBody, email: string) {
  const type = body.type ?? ''
  if (!Object.hasOwn(actions, type)) {
    throw invalid(`Invalid email action link type requested: ${type}`)
  }
  if (type === 'magiclink' && !(await findUserByEmail(world.sql, email))) {
    return { type: 'signup', passwordHash: null }
  }
  if (type !== 'signup') return { type, passwordHash: null }
  if (!body.password) throw invalid('Signup requires a valid password')
  assertStrongPassword(body.password, world.config.auth)
  return { type, passwordHash: await world.passwords.hash(body.password) }
}

async function makeLink(
  tx: postgres.TransactionSql,
  world: AuthWorld,
  asked: LinkBody & { type: string; email: string; passwordHash: string | null },
): Promise<Link> {
  const { type, email, passwordHash } = asked
  const data = asked.data ?? {}
  if (type === 'signup') return signUpIn(tx, world, email, { data, passwordHash })
  if (type === 'invite') return inviteIn(tx, world, email, data)
  const user = await findUserByEmail(tx, email)
  if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found')
  if (type === 'magiclink' || type === 'recovery') return recoverIn(tx, world, user)
  const side = type === 'email_change_current' ? 'current' : 'new'
  return emailChangeIn(tx, world, user, side, asked.new_email)
}

function actionLink(world: AuthWorld, type: string, hash: string, redirectTo: string): string {
  const url = new URL(`${world.config.siteUrl}/auth/v1/verify`)
  url.search = new URLSearchParams({
    token: hash,
    type: type.startsWith('email_change') ? 'email_change' : type,
    redirect_to: redirectTo,
  }).toString()
  return url.href
}

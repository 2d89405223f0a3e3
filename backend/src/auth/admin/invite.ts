import type { Hono } from 'hono'
import { z } from 'zod'
import { audit } from '#backend/auth/audit.ts'
import { readBody } from '#backend/auth/body.ts'
import { sendMail } from '#backend/auth/mail-hook.ts'
import { presentUser } from '#backend/auth/present-user.ts'
import { askedRedirect, safeRedirect } from '#backend/auth/redirects.ts'
import { parseEmail } from '#backend/auth/identifiers.ts'
import { duplicateOr } from '#backend/auth/new-users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { projectItself } from './actor.ts'
import { inviteIn } from './links.ts'

const inviteBody = z.object({
  email: z.string().nullish(),
  data: z.record(z.string(), z.json()).nullish(),
})

/** POST /invite: an account for somebody, and a mail with the link they come in by. */
export function registerInvite(app: Hono, world: AuthWorld): void {
  app.post('/invite', async (c) => {
    const { headers } = c.req.raw
    const body = await readBody(c.req.raw, inviteBody)
    const email = parseEmail(body.email ?? '')
    const redirectTo = safeRedirect(world.config, askedRedirect(c.req.raw))
    const user = await world.sql
      .begin(async (tx) => {
        const { user: invited, code, hash } = await inviteIn(tx, world, email, body.data ?? {})
        await sendMail(world, tx, invited, 'invite', {
          token: code,
          token_hash: hash,
          redirect_to: redirectTo,
        })
        await audit(tx, projectItself, 'user_invited', headers, { user_id: invited.id })
        return invited
      })
      .catch((cause: unknown) => {
        throw duplicateOr(cause)
      })
    return json(presentUser(user))
  })
}

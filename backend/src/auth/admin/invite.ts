import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { audit } from '#backend/auth/core/audit.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { parseEmail } from '#backend/auth/core/identifiers.ts'
import { sendMail } from '#backend/auth/core/mail-hook.ts'
import { throwDuplicate } from '#backend/auth/core/new-users.ts'
import { presentUser } from '#backend/auth/core/present-user.ts'
import { requestedRedirect, safeRedirect } from '#backend/auth/core/redirects.ts'
import { createInviteLink } from './links.ts'
import { serviceActor } from './users.ts'

const inviteBody = z.object({
  email: z.string().nullish(),
  data: z.record(z.string(), z.json()).nullish(),
})

export function registerInvite(app: Hono, context: AuthContext): void {
  app.post('/invite', async (c) => {
    const { headers } = c.req.raw
    const body = await readBody(c.req.raw, inviteBody)
    const email = parseEmail(body.email ?? '')
    const redirectTo = safeRedirect(context, requestedRedirect(c.req.raw))
    const user = await context.sql
      .begin(async (tx) => {
        const {
          user: invited,
          code,
          hash,
        } = await createInviteLink(tx, context, email, body.data ?? {})
        await sendMail(context, tx, invited, 'invite', {
          token: code,
          token_hash: hash,
          redirect_to: redirectTo,
        })
        await audit(tx, serviceActor, 'user_invited', headers, { user_id: invited.id })
        return invited
      })
      .catch(throwDuplicate)
    return json(presentUser(user))
  })
}

import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { invalid } from '#backend/auth/core/errors.ts'
import { readChallenge } from '#backend/auth/core/flow-states.ts'
import { parseEmail } from '#backend/auth/core/identifiers.ts'
import { requireEmailQuota } from '#backend/auth/core/message-limits.ts'
import { requestedRedirect, safeRedirect } from '#backend/auth/core/redirects.ts'
import { findUserByEmail } from '#backend/auth/core/users.ts'
import { sendSignInEmail } from './send-code.ts'
import { withUniformTiming } from './uniform-timing.ts'

const recoverBody = z.object({
  email: z.string().nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
})

export function registerRecover(app: Hono, context: AuthContext): void {
  app.post('/recover', (c) =>
    withUniformTiming(context.settings.answerBeat, async () => {
      const body = await readBody(c.req.raw, recoverBody)
      if (!body.email) throw invalid('Password recovery requires an email')
      const challenge = readChallenge(body.code_challenge, body.code_challenge_method)
      const email = parseEmail(body.email)
      const redirectTo = safeRedirect(context, requestedRedirect(c.req.raw))
      await requireEmailQuota(context, 'sign-in', email)
      const user = await findUserByEmail(context.sql, email)
      if (user) {
        const mailContext = { challenge, redirectTo, headers: c.req.raw.headers }
        await context.sql.begin((tx) => sendSignInEmail(tx, context, user, 'recovery', mailContext))
      }
      return json({})
    }),
  )
}

import type { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '#backend/auth/body.ts'
import { invalid } from '#backend/auth/errors.ts'
import { readChallenge } from '#backend/auth/flow-states.ts'
import { askedRedirect, safeRedirect } from '#backend/auth/redirects.ts'
import { parseEmail } from '#backend/auth/identifiers.ts'
import { findUserByEmail } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { spendMail } from './intervals.ts'
import { mailWayIn } from './mail-code.ts'
import { atSteadyPace } from './steady-pace.ts'

const recoverBody = z.object({
  email: z.string().nullish(),
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
})

/** POST /recover: mails a way to a new password, if there is an account; the answer does not tell. */
export function registerRecover(app: Hono, world: AuthWorld): void {
  app.post('/recover', (c) =>
    atSteadyPace(world.config.auth.answerBeat, async () => {
      const body = await readBody(c.req.raw, recoverBody)
      if (!body.email) throw invalid('Password recovery requires an email')
      const challenge = readChallenge(body.code_challenge, body.code_challenge_method)
      const email = parseEmail(body.email)
      const redirectTo = safeRedirect(world.config, askedRedirect(c.req.raw))
      await spendMail(world, 'sign-in', email)
      const user = await findUserByEmail(world.sql, email)
      if (user) {
        const circumstances = { challenge, redirectTo, headers: c.req.raw.headers }
        await world.sql.begin((tx) => mailWayIn(tx, world, user, 'recovery', circumstances))
      }
      return json({})
    }),
  )
}

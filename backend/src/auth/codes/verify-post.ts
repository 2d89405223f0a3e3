import type { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '#backend/auth/body.ts'
import { invalid } from '#backend/auth/errors.ts'
import { startSessionIn } from '#backend/auth/sessions.ts'
import { parseEmail, parsePhone } from '#backend/auth/identifiers.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { findToken, type Shown } from './find-token.ts'
import { isByPhone, isVerificationType, type VerificationType } from './methods.ts'
import { atSteadyPace } from './steady-pace.ts'
import { useCode } from './use-code.ts'

export const otherHalfAwaited =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const verifyBody = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
})

/** POST /verify: a code that was typed, or a link's hash, for a session. */
export function registerVerifyPost(app: Hono, world: AuthWorld): void {
  app.post('/verify', (c) =>
    atSteadyPace(world.config.auth.answerBeat, async () => {
      const { headers } = c.req.raw
      const { type, shown } = readShown(await readBody(c.req.raw, verifyBody))
      const token = await findToken(world, type, shown)
      const session = await world.sql.begin(async (tx) => {
        const user = await useCode(tx, world, type, token, headers)
        if (!user) return null
        return startSessionIn(tx, world, user, 'otp', headers)
      })
      return json(session ?? { code: '200', msg: otherHalfAwaited })
    }),
  )
}

function readShown(body: z.output<typeof verifyBody>): { type: VerificationType; shown: Shown } {
  const { type, email, phone, token, token_hash: linkHash } = body
  if (!type) throw invalid('Verify requires a verification type')
  if (!isVerificationType(type)) throw invalid('Unsupported verification type')
  if (Boolean(token) === Boolean(linkHash)) {
    throw invalid('Verify requires either a token or a token hash')
  }
  if (linkHash) {
    if (email || phone) throw invalid('Only the token_hash and type should be provided')
    if (isByPhone(type)) throw invalid('Unsupported verification type')
    return { type, shown: { linkHash } }
  }
  if (Boolean(email) === Boolean(phone) || Boolean(phone) !== isByPhone(type)) {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  const identifier = phone ? parsePhone(phone) : parseEmail(email ?? '')
  return { type, shown: { identifier, code: (token ?? '').replaceAll(/\s/g, '') } }
}

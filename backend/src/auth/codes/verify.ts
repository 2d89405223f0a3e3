import type { Hono } from 'hono'
import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext, Tx } from '#backend/auth/core/context.ts'
import { AuthError, invalid, toAuthError } from '#backend/auth/core/errors.ts'
import { findEmailFlow, issueAuthCode } from '#backend/auth/core/flow-states.ts'
import { parseEmail, parsePhone } from '#backend/auth/core/identifiers.ts'
import {
  type OneTimeTokenRow,
  flowMethodsOf,
  pkcePrefix,
} from '#backend/auth/core/one-time-tokens.ts'
import {
  errorParametersOf,
  redirect,
  urlWithCode,
  urlWithError,
  urlWithMessage,
  urlWithSession,
} from '#backend/auth/core/redirect-responses.ts'
import { requestedRedirect, safeRedirect } from '#backend/auth/core/redirects.ts'
import { startSession } from '#backend/auth/core/sessions.ts'
import {
  type PresentedCode,
  type VerificationType,
  findValidToken,
  isByPhone,
  isVerificationType,
} from './check-code.ts'
import { redeemCode } from './redeem-code.ts'
import { withUniformTiming } from './uniform-timing.ts'

const otherConfirmationPending =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const verifyBody = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
})

/**
 * POST /verify exchanges a typed code or the hash of a link for a session. GET /verify redeems an
 * email link and redirects with a session or, for PKCE, an authorization code.
 */
export function registerVerify(app: Hono, context: AuthContext): void {
  app.post('/verify', (c) =>
    withUniformTiming(context.settings.answerBeat, async () => {
      const { headers } = c.req.raw
      const { type, shown } = readPresentedCode(await readBody(c.req.raw, verifyBody))
      const token = await findValidToken(context, type, shown)
      const session = await context.sql.begin(async (tx) => {
        const user = await redeemCode(tx, context, type, token, headers)
        if (!user) return null
        return startSession(tx, context, user, 'otp', headers)
      })
      return json(session ?? { code: '200', msg: otherConfirmationPending })
    }),
  )

  app.get('/verify', async (c) => {
    // Hono sends HEAD requests to the GET handler. A HEAD request must not redeem a link.
    if (c.req.raw.method === 'HEAD') return c.body(null, 405, { Allow: 'GET, POST' })
    const { token = '', type = '' } = c.req.query()
    const isPkce = token.startsWith(pkcePrefix)
    const to = safeRedirect(context, requestedRedirect(c.req.raw))
    try {
      return await followLink(context, { token, type, isPkce, to }, c.req.raw.headers)
    } catch (cause) {
      const error = toAuthError(cause)
      if (error.status >= 500) context.log.error('failed to redeem an email link', cause)
      return redirect(urlWithError({ to, isPkce }, errorParametersOf(error)))
    }
  })
}

function readPresentedCode(body: z.output<typeof verifyBody>): {
  type: VerificationType
  shown: PresentedCode
} {
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

type Link = { token: string; type: string; isPkce: boolean; to: string }

async function followLink(context: AuthContext, link: Link, headers: Headers): Promise<Response> {
  const { token: linkHash, type, isPkce, to } = link
  if (!type) throw invalid('Verify requires a verification type')
  if (!linkHash) throw invalid('Verify requires a token or a token hash')
  if (!isVerificationType(type) || isByPhone(type)) throw invalid('Unsupported verification type')
  const token = await findValidToken(context, type, { linkHash })
  return context.sql.begin(async (tx) => {
    const user = await redeemCode(tx, context, type, token, headers)
    if (!user) return redirect(urlWithMessage(link, otherConfirmationPending))
    if (isPkce) return redirect(urlWithCode(to, await issueFlowCode(tx, token)))
    const session = await startSession(tx, context, user, 'otp', headers)
    return redirect(urlWithSession(to, session, type))
  })
}

async function issueFlowCode(tx: Tx, token: OneTimeTokenRow): Promise<string> {
  const flow = await findEmailFlow(tx, token.user_id, flowMethodsOf[token.token_type])
  if (flow) return issueAuthCode(tx, flow.id, token.user_id)
  throw new AuthError(404, 'flow_state_not_found', 'No valid flow state found for user.')
}

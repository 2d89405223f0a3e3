import type { Hono } from 'hono'
import type postgres from 'postgres'
import { AuthError, invalid, toAuthError } from '#backend/auth/errors.ts'
import { findFlowOfUser, issueAuthCode } from '#backend/auth/flow-states.ts'
import { pkcePrefix, type OneTimeTokenRow } from '#backend/auth/one-time-tokens.ts'
import {
  redirectWithCode,
  redirectWithError,
  redirectWithMessage,
  redirectWithSession,
} from '#backend/auth/redirect-answers.ts'
import { askedRedirect, safeRedirect } from '#backend/auth/redirects.ts'
import { startSessionIn } from '#backend/auth/sessions.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { findToken } from './find-token.ts'
import { isByPhone, isVerificationType, methodsOf } from './methods.ts'
import { useCode } from './use-code.ts'
import { otherHalfAwaited } from './verify-post.ts'

/**
 * GET /verify?token&type&redirect_to: the link of a mail. Leads back with a session, or, where whoever
 * asked for the mail holds a PKCE verifier, with a code that nobody else can exchange.
 */
export function registerVerifyGet(app: Hono, world: AuthWorld): void {
  app.get('/verify', async (c) => {
    // Hono answers HEAD by way of GET; looking at a link must not use it up.
    if (c.req.raw.method === 'HEAD') return c.body(null, 405, { Allow: 'GET, POST' })
    const { token = '', type = '' } = c.req.query()
    const isPkce = token.startsWith(pkcePrefix)
    const to = safeRedirect(world.config, askedRedirect(c.req.raw))
    try {
      return await followLink(world, { token, type, isPkce, to }, c.req.raw.headers)
    } catch (cause) {
      const error = toAuthError(cause)
      if (error.status >= 500) world.log.error('a link could not be followed', cause)
      return redirectWithError({ to, isPkce }, error)
    }
  })
}

type Link = { token: string; type: string; isPkce: boolean; to: string }

async function followLink(world: AuthWorld, link: Link, headers: Headers): Promise<Response> {
  const { token: linkHash, type, isPkce, to } = link
  if (!type) throw invalid('Verify requires a verification type')
  if (!linkHash) throw invalid('Verify requires a token or a token hash')
  if (!isVerificationType(type) || isByPhone(type)) throw invalid('Unsupported verification type')
  const token = await findToken(world, type, { linkHash })
  return world.sql.begin(async (tx) => {
    const user = await useCode(tx, world, type, token, headers)
    if (!user) return redirectWithMessage(link, otherHalfAwaited)
    if (isPkce) return redirectWithCode(to, await codeOfFlow(tx, token))
    const session = await startSessionIn(tx, world, user, 'otp', headers)
    return redirectWithSession(to, session, type)
  })
}

async function codeOfFlow(tx: postgres.TransactionSql, token: OneTimeTokenRow): Promise<string> {
  const flow = await findFlowOfUser(tx, token.user_id, methodsOf[token.token_type])
  if (flow) return issueAuthCode(tx, flow.id, token.user_id)
  throw new AuthError(404, 'flow_state_not_found', 'No valid flow state found for user.')
}

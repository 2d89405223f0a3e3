import { z } from 'zod'
import { json } from '#backend/platform/http.ts'
import { readBody } from '#backend/auth/core/body.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import {
  type FlowStateRow,
  consumeFlowByCode,
  matchesChallenge,
} from '#backend/auth/core/flow-states.ts'
import { startSession } from '#backend/auth/core/sessions.ts'
import { findUserById, isBanned } from '#backend/auth/core/users.ts'

/** Lifetime of a PKCE flow in seconds. */
const flowLifetime = 300

/**
 * Authentication methods that send a link by email. The lifetime of their PKCE flows begins when
 * the authorization code is issued. The lifetime of all other flows begins when the flow starts.
 */
const emailMethods = ['email/signup', 'invite', 'magiclink', 'recovery', 'email_change']

const pkceBody = z.object({
  auth_code: z.string().nullish(),
  code_verifier: z.string().nullish(),
})

/** grant_type=pkce: exchanges an authorization code and its PKCE verifier for a session. */
export async function exchangeCode(context: AuthContext, request: Request): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readBody(request, pkceBody)
  if (!code || !verifier) {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  const body = await context.sql.begin(async (tx) => {
    const flow = await consumeFlowByCode(tx, code)
    if (!flow?.user_id) {
      throw new AuthError(
        404,
        'flow_state_not_found',
        'invalid flow state, no valid flow state found',
      )
    }
    if (ageOf(flow) > flowLifetime) {
      throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
    }
    if (!flow.code_challenge || !matchesChallenge(flow, verifier)) {
      throw new AuthError(
        400,
        'bad_code_verifier',
        'code challenge does not match previously saved code verifier',
      )
    }
    const user = await findUserById(tx, flow.user_id)
    if (!user || user.deleted_at) {
      throw new AuthError(403, 'user_not_found', 'User of this flow does not exist')
    }
    if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
    const session = await startSession(
      tx,
      context,
      user,
      flow.authentication_method,
      request.headers,
      flow.session_not_after,
    )
    return {
      ...session,
      provider_token: flow.provider_access_token ?? undefined,
      provider_refresh_token: flow.provider_refresh_token ?? undefined,
    }
  })
  return json(body)
}

function ageOf(flow: FlowStateRow): number {
  return emailMethods.includes(flow.authentication_method) ? (flow.code_age ?? flow.age) : flow.age
}

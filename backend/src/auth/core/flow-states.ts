import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Queryable } from '#backend/platform/database.ts'
import { invalid } from './errors.ts'

export type Challenge = { challenge: string; method: 's256' | 'plain' }

export type FlowStateRow = {
  id: string
  user_id: string | null
  auth_code: string | null
  code_challenge: string | null
  code_challenge_method: 's256' | 'plain' | null
  provider_type: string
  provider_access_token: string | null
  provider_refresh_token: string | null
  authentication_method: string
  oauth_client_state_id: string | null
  linking_target_id: string | null
  referrer: string | null
  age: number
  /** Seconds since the authorization code was issued, or null before it is issued. */
  code_age: number | null
  /** Fixed end of the new session, if the identity provider limits the session's lifetime. */
  session_not_after: Date | null
}

/**
 * Returns the PKCE challenge of a request, or null for the implicit flow. Throws AuthError (400)
 * for an incomplete or invalid challenge.
 */
export function readChallenge(
  challenge: string | null | undefined,
  method: string | null | undefined,
): Challenge | null {
  if (!challenge && !method) return null
  if (!challenge || !method) {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (!/^[\w.~-]{43,128}$/.test(challenge)) {
    throw invalid('code challenge has to be between 43 and 128 characters')
  }
  const known = method.toLowerCase()
  if (known !== 's256' && known !== 'plain') throw invalid('code challenge method unsupported')
  return { challenge, method: known }
}

export async function createFlow(
  sql: Queryable,
  flow: {
    challenge: Challenge | null
    provider: string
    /** Authentication method (`amr`) of the new session, such as 'oauth' or 'magiclink'. */
    method: string
    userId?: string | null
    clientStateId?: string | null
    linkingTargetId?: string | null
    referrer?: string | null
  },
): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into auth.flow_state (user_id, code_challenge, code_challenge_method, provider_type,
      authentication_method, oauth_client_state_id, linking_target_id, referrer)
    values (${flow.userId ?? null}, ${flow.challenge?.challenge ?? null},
      ${flow.challenge?.method ?? null}, ${flow.provider}, ${flow.method},
      ${flow.clientStateId ?? null}, ${flow.linkingTargetId ?? null}, ${flow.referrer ?? null})
    returning id`
  return row!.id
}

const columns = (sql: Queryable) => sql`
  id, user_id, auth_code, code_challenge, code_challenge_method, provider_type,
  provider_access_token, provider_refresh_token, authentication_method, oauth_client_state_id,
  linking_target_id, referrer, extract(epoch from now() - created_at)::int as age,
  extract(epoch from now() - auth_code_issued_at)::int as code_age,
  (select d.session_not_after from auth_internal.flow_deadlines d
    where d.flow_state_id = flow_state.id) as session_not_after`

export async function findFlow(sql: Queryable, id: string): Promise<FlowStateRow | undefined> {
  const [row] = await sql<FlowStateRow[]>`
    select ${columns(sql)} from auth.flow_state where id = ${id} for update`
  return row
}

export async function findEmailFlow(sql: Queryable, userId: string, methods: readonly string[]) {
  const [row] = await sql<FlowStateRow[]>`
    select ${columns(sql)} from auth.flow_state
    where user_id = ${userId} and authentication_method in ${sql([...methods])}
      and code_challenge is not null and auth_code is null
    order by created_at desc limit 1 for update`
  return row
}

/**
 * Deletes the account's PKCE flows whose email link was not used, because a newer email replaces
 * the link.
 */
export async function deleteEmailFlows(sql: Queryable, userId: string, methods: readonly string[]) {
  await sql`
    delete from auth.flow_state
    where user_id = ${userId} and authentication_method in ${sql([...methods])}
      and auth_code is null`
}

/** Hashes an authorization code. The code has 122 random bits, so the hash needs no key. */
function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

/** Issues the authorization code that a PKCE client can exchange for a session. */
export async function issueAuthCode(
  sql: Queryable,
  flowId: string,
  userId: string,
  provider: { accessToken?: string | null; refreshToken?: string | null } = {},
): Promise<string> {
  const code = randomUUID()
  await sql`
    update auth.flow_state set user_id = ${userId}, auth_code = ${hashOf(code)}, auth_code_issued_at = now(),
      updated_at = now(), provider_access_token = ${provider.accessToken ?? null},
      provider_refresh_token = ${provider.refreshToken ?? null}
    where id = ${flowId}`
  return code
}

/**
 * Deletes and returns the PKCE flow of an authorization code, so that each code works only once.
 * Locks the account first, so that concurrent session revocations wait.
 */
export async function consumeFlowByCode(sql: Queryable, code: string) {
  await sql`
    select from auth.users
    where id = (select user_id from auth.flow_state where auth_code = ${hashOf(code)})
    for no key update`
  const [row] = await sql<FlowStateRow[]>`
    delete from auth.flow_state where auth_code = ${hashOf(code)} returning ${columns(sql)}`
  return row
}

export function matchesChallenge(
  flow: Pick<FlowStateRow, 'code_challenge' | 'code_challenge_method'>,
  verifier: string,
): boolean {
  const answer =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier
  const given = Buffer.from(answer)
  const expected = Buffer.from(flow.code_challenge ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

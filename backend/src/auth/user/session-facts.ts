import type { SignedIn } from '#backend/auth/bearer.ts'
import type { Queryable } from '#backend/platform/database.ts'

/** How long ago and how somebody signed in. */
export type SessionFacts = { ageSeconds: number; methods: string[] }

/** The facts of a request's session; a token without a session has proven nothing lately. */
export async function sessionFacts(
  sql: Queryable,
  { sessionId }: Pick<SignedIn, 'sessionId'>,
): Promise<SessionFacts> {
  const [facts] = await sql<SessionFacts[]>`
    select extract(epoch from now() - created_at)::int as "ageSeconds",
      (select coalesce(json_agg(authentication_method), '[]') from auth.mfa_amr_claims
        where session_id = sessions.id) as methods
    from auth.sessions where id = ${sessionId}::uuid`
  return facts ?? { ageSeconds: Infinity, methods: [] }
}

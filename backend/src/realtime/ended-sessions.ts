import type { Queryable } from '#backend/platform/database.ts'
import type { Channel } from './channel.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Those channels whose token belongs to a session that is no more, as after a sign-out. */
export async function withEndedSessions(
  sql: Queryable,
  channels: readonly Channel[],
): Promise<Channel[]> {
  const bySession = Map.groupBy(channels, sessionOf)
  bySession.delete(null)
  if (bySession.size === 0) return []
  const live = await sql<{ id: string }[]>`
    select id from auth.sessions
    where id = any (${`{${[...bySession.keys()].join(',')}}`}::text::uuid[])`
  for (const { id } of live) bySession.delete(id)
  return [...bySession.values()].flat()
}

/** Null for keys and tokens of tools, which belong to no session. */
function sessionOf({ caller }: Channel): string | null {
  const id = caller.claims['session_id']
  return typeof id === 'string' && uuid.test(id) ? id.toLowerCase() : null
}

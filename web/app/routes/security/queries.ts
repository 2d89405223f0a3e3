import type { Client } from '#web/data/client.ts'
import { pageOf, type Cursor, type Page } from '#web/data/keyset.ts'
import { userKey } from '#web/data/query-client.ts'

export const securityKey = (userId: string) => [...userKey(userId), 'security'] as const

/** A session of the user. Times are ISO instants. */
export type OwnSession = {
  id: string
  created_at: string
  last_used_at: string
  user_agent: string | null
  ip: string | null
  is_current: boolean
}

/**
 * A security event of the account. `facts` contains details such as `provider` or `factor_type`.
 */
export type SecurityEvent = {
  id: string
  created_at: string
  action: string
  user_agent: string | null
  ip: string | null
  facts: Record<string, unknown>
}

const eventsAtOnce = 10

/** Returns all sessions of the user, the current one first. */
export async function ownSessions(client: Client): Promise<OwnSession[]> {
  const { data, error } = await client.rpc('my_sessions')
  if (error) throw error
  return data
}

/** Revokes one session of the user. */
export async function endSession(client: Client, id: string): Promise<void> {
  const { error } = await client.rpc('end_session', { p_session_id: id })
  if (error) throw error
}

/** Returns one page of the account's security events, newest first. */
export async function securityEvents(
  client: Client,
  after: Cursor | null,
): Promise<Page<SecurityEvent>> {
  const { data, error } = await client.rpc('my_security_events', {
    ...(after && { p_before: after.id }),
    p_limit: eventsAtOnce + 1,
  })
  if (error) throw error
  return pageOf(data as SecurityEvent[], eventsAtOnce, (event) => event.created_at)
}

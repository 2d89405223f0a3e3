import type { Client } from '#web/data/client.ts'
import { pageOf, type Page, type Place } from '#web/data/keyset.ts'

/** Somewhere the person is signed in. Times are ISO instants. */
export type OwnSession = {
  id: string
  created_at: string
  last_used_at: string
  user_agent: string | null
  ip: string | null
  is_current: boolean
}

/** Something that happened to the account; `facts` are such as `provider` or `factor_type`. */
export type SecurityEvent = {
  id: string
  created_at: string
  action: string
  user_agent: string | null
  ip: string | null
  facts: Record<string, unknown>
}

const eventsAtOnce = 10

/** Every open session of the signed-in person, the one that asks first. */
export async function ownSessions(client: Client): Promise<OwnSession[]> {
  const { data, error } = await client.rpc('my_sessions')
  if (error) throw error
  return data
}

/** Signs out somewhere else. */
export async function endSession(client: Client, id: string): Promise<void> {
  const { error } = await client.rpc('end_session', { p_session_id: id })
  if (error) throw error
}

/** What happened to the account, newest first; from the one after `place`. */
export async function securityEvents(
  client: Client,
  place: Place | null,
): Promise<Page<SecurityEvent>> {
  const { data, error } = await client.rpc('my_security_events', {
    ...(place && { p_before: place.id }),
    p_limit: eventsAtOnce + 1,
  })
  if (error) throw error
  return pageOf(data as SecurityEvent[], eventsAtOnce, (event) => event.created_at)
}

import { createHash } from 'node:crypto'
import type { Channel } from '../channel.ts'
import type { Connection } from '../connection.ts'

/** The same for the same person with the same program, listening to the same on the same topic. */
export function fingerprintOf(
  { version, userAgent }: Connection,
  { topic, caller, subscriptions }: Channel,
): string {
  const ids = subscriptions.list.map(({ id }) => id)
  const facts = [topic, caller.role, caller.userId, ids, version, userAgent]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)
}

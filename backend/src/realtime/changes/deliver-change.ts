import type { Caller } from '#backend/platform/caller.ts'
import type { Connection } from '../connection.ts'
import type { RowChange } from './pgoutput.ts'
import type { ReadableRows } from './readable-rows.ts'

/**
 * Tells every subscriber of a change what they may see of it. Each distinct set of claims is asked
 * of the database once, however many sockets carry it.
 *
 * A deleted row can no longer be checked, so its subscribers learn its key and nothing else.
 */
export async function deliverChange(
  change: RowChange,
  connections: Iterable<Connection>,
  rows: ReadableRows,
): Promise<void> {
  const views = new Map<string, Promise<View | null>>()
  const viewOf = (caller: Caller) => {
    // Somebody whom the database refuses sees nothing, and costs nobody else the news.
    const view = views.get(caller.claimsJson) ?? seenBy(caller, change, rows).catch(() => null)
    views.set(caller.claimsJson, view)
    return view
  }
  const now = new Date()
  for (const connection of connections) {
    for (const channel of connection.channels.values()) {
      const interested = channel.subscriptions.interestedIn(change)
      if (interested.length === 0) continue
      if (channel.hasExpired(now)) {
        connection.expire(channel)
        continue
      }
      const view = await viewOf(channel.caller)
      const ids = interested
        .filter(({ matches }) => view && (change.type === 'DELETE' || matches(view.record)))
        .map(({ id }) => id)
      if (view && ids.length > 0) {
        connection.send(channel, 'postgres_changes', { ids, data: view.data })
      }
    }
  }
}

type View = { record: Record<string, unknown>; data: Record<string, unknown> }

async function seenBy(caller: Caller, change: RowChange, rows: ReadableRows): Promise<View | null> {
  const columns = await rows.columns(caller.role, change.relation.schema, change.relation.table)
  if (columns.length === 0) return null
  const about = {
    schema: change.relation.schema,
    table: change.relation.table,
    commit_timestamp: change.committedAt.toISOString(),
    type: change.type,
    columns,
    errors: null,
  }
  if (change.type === 'DELETE') {
    return { record: keyOf(change), data: { ...about, old_record: keyOf(change) } }
  }
  const record = await rows.read(caller, change.relation, keyOf(change))
  if (!record) return null
  const old = change.type === 'UPDATE' ? { old_record: keyOf(change) } : {}
  return { record, data: { ...about, record, ...old } }
}

function keyOf({ relation, row, old }: RowChange): Record<string, string> {
  const key: Record<string, string> = {}
  relation.columns.forEach(({ name, isKey }, index) => {
    const value = (row ?? old)?.[index]
    if (isKey && value != null) key[name] = value
  })
  return key
}

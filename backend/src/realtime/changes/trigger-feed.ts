import type { Database } from '#backend/platform/database.ts'
import type { Log } from '#backend/platform/log.ts'
import { listenTo, type Listening } from '../listen-to.ts'
import type { FeedListener } from './change-feed.ts'
import type { ChangeType, Relation, RowChange } from './pgoutput.ts'
import type { ChangeContext } from './change-matcher.ts'
import { channelName, createChangeTriggers } from './change-triggers.ts'
import { readColumns } from './visible-rows.ts'

type NotifiedChange = {
  table: number
  type: ChangeType
  xid: string
  at: number
  key: (string | null)[]
}

/**
 * Change feed for databases without logical decoding. Triggers send primary keys with NOTIFY, and
 * the feed reads the rows. The feed may send a row's latest state several times. It skips inserts
 * and updates of rows that no longer exist, and keeps no changes for clients that reconnect.
 */
export function createTriggerFeed(
  url: string,
  { database, shapes }: Pick<ChangeContext, 'database' | 'shapes'>,
  log: Log,
  listener: FeedListener,
) {
  const triggers = createChangeTriggers(url, database)
  let listening: Listening | null = null
  /** Counter of changes, used in place of WAL positions. */
  let count = 0n
  let work = Promise.resolve()

  async function maintain(): Promise<void> {
    if (!listening) return
    await triggers
      .ensure()
      .catch((error: unknown) => log.error('failed to create the triggers for live changes', error))
  }

  function receive(text: string): void {
    work = work
      .then(() => emit(JSON.parse(text) as NotifiedChange))
      .catch((error: unknown) => log.error('failed to read a changed row', error))
  }

  async function emit({ table, type, xid, at, key }: NotifiedChange): Promise<void> {
    const relation = await relationOf(database, table)
    if (!relation) return
    const shape = await shapes.get(relation, [])
    const names = relation.columns.map(({ name }) => name)
    const places = shape.key.map(({ name }) => names.indexOf(name))
    const byKey = names.map((_, index) => key[places.indexOf(index)])
    let row: RowChange['row'] = null
    if (type !== 'DELETE') {
      const [found] = await readColumns(database, shape, names, [{ shape, key }])
      if (!found) return
      row = found
    }
    const change: RowChange = {
      type,
      relation,
      row,
      old: type === 'INSERT' ? null : byKey,
      committedAt: new Date(at),
      xid: Number(BigInt(xid) & 0xffffffffn),
    }
    count += 1n
    listener.onChanges({ changes: [change], commit: count, position: count })
  }

  return {
    maintain,

    /** Starts the feed. Resolves once no later commit to a published table can be missed. */
    async open(): Promise<void> {
      listening ??= listenTo(database.owner, channelName, receive, () => {
        listener.onGap()
        void maintain()
      })
      await triggers.ensure()
      await listening?.ready
    },

    async close(): Promise<void> {
      const closed = listening
      listening = null
      if (closed) await Promise.all([closed.stop(), triggers.release()])
    },
  }
}

/** Returns the name and columns of a table, or null if the table was dropped. */
async function relationOf(database: Database, id: number): Promise<Relation | null> {
  const columns = await database.owner<
    { schema: string; table: string; name: string; type: number; is_key: boolean }[]
  >`
    select nspname as schema, relname as table, attname as name, atttypid::int8::float8 as type,
      coalesce(attnum = any (indkey::int2[]), false) as is_key
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    left join pg_index on indrelid = attrelid and indisprimary
    where attrelid = ${id}::int8::oid and attnum > 0 and not attisdropped
    order by attnum`
  const [first] = columns
  if (!first) return null
  return {
    id,
    schema: first.schema,
    table: first.table,
    identity: 'key',
    columns: columns.map(({ name, type, is_key }) => ({ name, typeId: type, isKey: is_key })),
  }
}

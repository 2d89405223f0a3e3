import type { Database } from '#backend/platform/database.ts'
import type { Log } from '#backend/platform/log.ts'
import { listenTo, type Listening } from '../listen-to.ts'
import type { FeedListener } from './change-feed.ts'
import type { ChangeType, Relation, RowChange } from './pgoutput.ts'
import type { TableShapes } from './table-shapes.ts'
import { channelName } from './change-triggers.ts'
import { readColumns } from './visible-rows.ts'
import { ChangeTriggers } from './change-triggers.ts'

type NotifiedChange = {
  table: number
  type: ChangeType
  xid: string
  at: number
  key: (string | null)[]
}

/**
 * Change feed without logical decoding: triggers send primary keys with NOTIFY, and the feed reads
 * the rows. Successive changes to a row may contain its last state, deleted rows may be skipped,
 * and clients that reconnect receive no missed changes.
 */
export class TriggerFeed {
  readonly #database: Database
  readonly #shapes: TableShapes
  readonly #log: Log
  readonly #listener: FeedListener
  readonly #tables: ChangeTriggers
  #listening: Listening | null = null
  /** Counter of changes, which replaces WAL positions. */
  #count = 0n
  #work = Promise.resolve()

  constructor(
    url: string,
    database: Database,
    shapes: TableShapes,
    log: Log,
    listener: FeedListener,
  ) {
    this.#database = database
    this.#shapes = shapes
    this.#log = log
    this.#listener = listener
    this.#tables = new ChangeTriggers(url, database)
  }

  /** Resolves once the feed receives every later commit to a published table. */
  async open(): Promise<void> {
    this.#listening ??= listenTo(
      this.#database.owner,
      channelName,
      (text) => this.#receive(text),
      () => {
        this.#listener.onGap()
        void this.maintain()
      },
    )
    await this.#tables.ensure()
    await this.#listening?.ready
  }

  /** Recreates missing triggers, and adds triggers to newly published tables. */
  async maintain(): Promise<void> {
    if (!this.#listening) return
    await this.#tables
      .ensure()
      .catch((error: unknown) =>
        this.#log.error('failed to create the triggers for live changes', error),
      )
  }

  async close(): Promise<void> {
    const listening = this.#listening
    if (!listening) return
    this.#listening = null
    await Promise.all([listening.stop(), this.#tables.release()])
  }

  #receive(text: string): void {
    this.#work = this.#work
      .then(() => this.#emit(JSON.parse(text) as NotifiedChange))
      .catch((error: unknown) => this.#log.error('failed to read a changed row', error))
  }

  async #emit({ table, type, xid, at, key }: NotifiedChange): Promise<void> {
    const relation = await this.#relationOf(table)
    if (!relation) return
    const shape = await this.#shapes.get(relation, [])
    const names = relation.columns.map(({ name }) => name)
    const places = shape.key.map(({ name }) => names.indexOf(name))
    const byKey = names.map((_, index) => key[places.indexOf(index)])
    let row: RowChange['row'] = null
    if (type !== 'DELETE') {
      const [found] = await readColumns(this.#database, shape, names, [{ shape, key }])
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
    this.#count += 1n
    this.#listener.onChanges({ changes: [change], commit: this.#count, position: this.#count })
  }

  /** Returns the relation (name and columns) of a table; null for a table that was dropped. */
  async #relationOf(id: number): Promise<Relation | null> {
    const columns = await this.#database.owner<
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
}

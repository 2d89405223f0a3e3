import type { Database } from '#backend/platform/database.ts'
import type { Log } from '#backend/platform/log.ts'
import { listenTo, type Listening } from '../listen-to.ts'
import type { FeedListener } from './change-feed.ts'
import type { ChangeType, Relation, RowChange } from './pgoutput.ts'
import type { TableShapes } from './table-shapes.ts'
import { channelName } from './trigger-sql.ts'
import { readColumns } from './visible-rows.ts'
import { WatchedTables } from './watched-tables.ts'

type Told = { table: number; type: ChangeType; xid: string; at: number; key: (string | null)[] }

/**
 * Changes where PostgreSQL does not decode its log: triggers on the published tables notify of keys,
 * and the row is read when the notification comes, so of quick changes to a row each may show the
 * last, and a row that is gone by then is not told. Nothing is kept for who comes back.
 */
export class TriggerFeed {
  readonly #database: Database
  readonly #shapes: TableShapes
  readonly #log: Log
  readonly #listener: FeedListener
  readonly #tables: WatchedTables
  #listening: Listening | null = null
  /** Counts what was told: there is no log to have positions in. */
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
    this.#tables = new WatchedTables(url, database)
  }

  /** Resolves once every later commit to a table that is published now will be heard. */
  async open(): Promise<void> {
    this.#listening ??= listenTo(
      this.#database.owner,
      channelName,
      (text) => this.#hear(text),
      () => {
        this.#listener.onGap()
        void this.tend()
      },
    )
    await this.#tables.watch()
    await this.#listening?.ready
  }

  /** Puts right what the database forgot, and watches tables that were published since. */
  async tend(): Promise<void> {
    if (!this.#listening) return
    await this.#tables
      .watch()
      .catch((error: unknown) => this.#log.error('tables are not watched', error))
  }

  async close(): Promise<void> {
    const listening = this.#listening
    if (!listening) return
    this.#listening = null
    await Promise.all([listening.stop(), this.#tables.leave()])
  }

  #hear(text: string): void {
    this.#work = this.#work
      .then(() => this.#tell(JSON.parse(text) as Told))
      .catch((error: unknown) => this.#log.error('a change could not be read', error))
  }

  async #tell({ table, type, xid, at, key }: Told): Promise<void> {
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

  /** Null for a table that is gone. */
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

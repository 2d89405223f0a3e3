import postgres from 'postgres'
import type { Database } from '#backend/platform/database.ts'
import type { Log } from '#backend/platform/log.ts'
import type { FeedListener } from './change-feed.ts'
import type { ChangeType, Relation, RowChange } from './pgoutput.ts'
import type { TableShapes } from './table-shapes.ts'
import { channelName, listenersLock, unwatchTables, watchTables } from './trigger-sql.ts'
import { readColumns } from './visible-rows.ts'

type Told = { table: number; type: ChangeType; xid: string; at: number; key: (string | null)[] }

/**
 * Changes where PostgreSQL does not decode its log: triggers on the published tables notify of keys,
 * and the row is read when the notification comes, so of quick changes to a row each may show the
 * last, and a row that is gone by then is not told. Nothing is kept for who comes back.
 */
export class TriggerFeed {
  readonly #url: string
  readonly #database: Database
  readonly #shapes: TableShapes
  readonly #log: Log
  readonly #listener: FeedListener
  #sql: postgres.Sql | null = null
  #opening: Promise<void> | null = null
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
    this.#url = url
    this.#database = database
    this.#shapes = shapes
    this.#log = log
    this.#listener = listener
  }

  /** Resolves once every later commit to a published table will be heard. */
  open(): Promise<void> {
    this.#opening ??= this.#listen().catch((error: unknown) => {
      this.#opening = null
      throw error
    })
    return this.#opening
  }

  async close(): Promise<void> {
    const sql = this.#sql
    if (!sql) return
    this.#sql = null
    this.#opening = null
    // Whoever gets the lock alone, once this process has let go of it, was the last.
    await sql.unsafe('select pg_advisory_unlock_all()').catch(() => {})
    await sql.end({ timeout: 1 })
    await this.#database.owner.begin(async (owner) => {
      const [row] = await owner.unsafe(`select pg_try_advisory_xact_lock(${listenersLock}) as last`)
      if (row?.['last']) await owner.unsafe(unwatchTables)
    })
  }

  async #listen(): Promise<void> {
    const sql = postgres(this.#url, {
      max: 1,
      max_lifetime: null,
      fetch_types: false,
      onnotice: () => {},
    })
    this.#sql = sql
    let isAgain = false
    const onListen = () => {
      if (isAgain) {
        this.#watch(sql).catch((error: unknown) => this.#log.error('tables are not watched', error))
        this.#listener.onGap()
      }
      isAgain = true
    }
    await this.#watch(sql)
    await sql.listen(channelName, (text) => this.#hear(text), onListen)
  }

  /** The lock is held by the session of `sql`, and meanwhile by the transaction that adds triggers. */
  async #watch(sql: postgres.Sql): Promise<void> {
    await this.#database.owner.begin(async (owner) => {
      await owner.unsafe(`select pg_advisory_xact_lock_shared(${listenersLock})`)
      await sql.unsafe(`select pg_advisory_lock_shared(${listenersLock})`)
      await owner.unsafe(watchTables)
    })
  }

  #hear(text: string): void {
    this.#work = this.#work
      .then(() => this.#tell(JSON.parse(text) as Told))
      .catch((error: unknown) => this.#log.error('a change could not be read', error))
  }

  async #tell({ table, type, xid, at, key }: Told): Promise<void> {
    const relation = await this.#relationOf(table)
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

  async #relationOf(id: number): Promise<Relation> {
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
    if (!first) throw new Error(`table ${id} is gone`)
    return {
      id,
      schema: first.schema,
      table: first.table,
      identity: 'key',
      columns: columns.map(({ name, type, is_key }) => ({ name, typeId: type, isKey: is_key })),
    }
  }
}

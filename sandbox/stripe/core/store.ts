import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** A stored object. `$sandbox` holds private fields that the API does not return. */
export type Kept = { id: string; object: string; created?: number; $sandbox?: object }

export type ListQuery = {
  where?: Record<string, string | undefined>
  /** `types` limits the list to objects whose field `type` has one of these values. */
  types?: string[]
  created?: { gt?: number; gte?: number; lt?: number; lte?: number }
  owner?: string
  limit?: number
  startingAfter?: string
  endingBefore?: string
}

/**
 * `owner` of the platform's objects. The objects of a connected account have the account's id as
 * `owner`.
 */
export const platformOwner = 'platform'

const savedTables = ['objects', 'balances', 'idempotency', 'deliveries']

/** The fake's SQLite database. All calls are synchronous, so request handlers never interleave. */
export class Store {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(dataFile: string) {
    this.#db = new DatabaseSync(dataFile)
    // In WAL mode, synchronous=NORMAL keeps every commit even if the process is killed.
    this.#db.exec(
      'pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000',
    )
    this.#db.exec(storeSchema)
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes)
  }

  rows<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#prepare(sql).all(...values) as T[]
  }

  row<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.#prepare(sql).get(...values) as T | undefined
  }

  transaction<T>(work: () => T): T {
    return this.#between('begin immediate', 'commit', 'rollback', work)
  }

  savepoint<T>(work: () => T): T {
    return this.#between('savepoint work', 'release work', 'rollback to work; release work', work)
  }

  insert(object: Kept, owner: string = platformOwner): void {
    this.run(
      'insert into objects (id, kind, owner, created, data) values (?, ?, ?, ?, ?)',
      object.id,
      object.object,
      owner,
      object.created ?? 0,
      JSON.stringify(object),
    )
  }

  update(object: Kept): void {
    this.run('update objects set data = ? where id = ?', JSON.stringify(object), object.id)
  }

  find<T>(kind: string, id: string): T | undefined {
    const object = this.findAny(id)
    return object?.object === kind ? (object as T) : undefined
  }

  findAny(id: string): Kept | undefined {
    const row = this.row<{ data: string }>('select data from objects where id = ?', id)
    return row && (JSON.parse(row.data) as Kept)
  }

  /**
   * Returns objects, newest first; with `endingBefore`, oldest first. With a `limit`, returns at
   * most `limit + 1` objects, so that the caller knows whether more exist.
   */
  list<T>(kind: string, query: ListQuery = {}): T[] {
    const { clauses, values } = conditions(kind, query)
    const ascending = query.endingBefore !== undefined
    const sql = `select data from objects where ${clauses.join(' and ')} order by seq ${ascending ? 'asc' : 'desc'} limit ?`
    const found = this.rows<{ data: string }>(
      sql,
      ...values,
      query.limit === undefined ? -1 : query.limit + 1,
    )
    return found.map((row) => JSON.parse(row.data) as T)
  }

  setting(name: string): string | undefined {
    return this.row<{ value: string }>('select value from settings where name = ?', name)?.value
  }

  setSetting(name: string, value: string): void {
    this.run('insert or replace into settings (name, value) values (?, ?)', name, value)
  }

  /** Copies each table of `savedTables` into a temporary table, from which `restore` reads it. */
  save(): void {
    this.transaction(() => {
      for (const table of savedTables)
        this.#db.exec(`
          drop table if exists temp.saved_${table};
          create temporary table saved_${table} as select * from ${table}`)
    })
  }

  /** Replaces the rows of each table of `savedTables` with the copy that `save` made. */
  restore(): void {
    this.transaction(() => {
      for (const table of savedTables) {
        this.run(`delete from ${table}`)
        this.run(`insert into ${table} select * from temp.saved_${table}`)
      }
    })
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #prepare(sql: string): StatementSync {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    const prepared = this.#db.prepare(sql)
    this.#statements.set(sql, prepared)
    return prepared
  }

  #between<T>(open: string, keep: string, undo: string, work: () => T): T {
    this.#db.exec(open)
    try {
      const result = work()
      this.#db.exec(keep)
      return result
    } catch (error) {
      // Skips the rollback if SQLite has already rolled back, as it does after errors such as a
      // full disk.
      if (this.#db.isTransaction) this.#db.exec(undo)
      throw error
    }
  }
}

function conditions(
  kind: string,
  query: ListQuery,
): { clauses: string[]; values: SQLInputValue[] } {
  const clauses = ['kind = ?']
  const values: SQLInputValue[] = [kind]
  const add = (clause: string, value: SQLInputValue | undefined) => {
    if (value === undefined) return
    clauses.push(clause)
    values.push(value)
  }
  for (const [field, value] of Object.entries(query.where ?? {}))
    add(`json_extract(data, '$.${field}') = ?`, value)
  if (query.types) {
    clauses.push(`json_extract(data, '$.type') in (${query.types.map(() => '?').join(', ')})`)
    values.push(...query.types)
  }
  add('owner = ?', query.owner)
  add('created > ?', query.created?.gt)
  add('created >= ?', query.created?.gte)
  add('created < ?', query.created?.lt)
  add('created <= ?', query.created?.lte)
  add('seq < (select seq from objects where id = ?)', query.startingAfter)
  add('seq > (select seq from objects where id = ?)', query.endingBefore)
  return { clauses, values }
}

/** Objects are stored as JSON in the form that the API returns. */
const storeSchema = `
create table if not exists objects (
  seq integer primary key autoincrement,
  id text not null unique,
  kind text not null,
  owner text not null,
  created integer not null,
  data text not null
) strict;
create index if not exists objects_by_kind on objects (kind, seq);
-- Partial indexes, because most objects do not have the indexed fields.
create index if not exists by_intent on objects (kind, json_extract(data, '$.payment_intent'))
  where json_extract(data, '$.payment_intent') is not null;
create index if not exists by_charge on objects (kind, json_extract(data, '$.charge'))
  where json_extract(data, '$.charge') is not null;
create index if not exists by_source on objects (kind, json_extract(data, '$.source_transaction'))
  where json_extract(data, '$.source_transaction') is not null;
create index if not exists by_group on objects (kind, json_extract(data, '$.transfer_group'))
  where json_extract(data, '$.transfer_group') is not null;
-- Deletes the former indexes. The partial indexes above replace them.
drop index if exists objects_by_intent;
drop index if exists objects_by_charge;
drop index if exists objects_by_source;
drop index if exists objects_by_group;
create index if not exists authorizations on objects (created)
  where kind = 'charge' and json_extract(data, '$.captured') = 0
    and json_extract(data, '$.refunded') = 0 and json_extract(data, '$.status') = 'succeeded';

create table if not exists balances (
  owner text not null,
  currency text not null,
  amount integer not null,
  primary key (owner, currency)
) strict, without rowid;

create table if not exists idempotency (
  key text primary key,
  path text not null,
  fingerprint text not null,
  status integer not null,
  body text not null,
  request_id text not null
) strict, without rowid;

create table if not exists deliveries (
  seq integer primary key autoincrement,
  event text not null,
  state text not null check (state in ('pending', 'held', 'delivered')),
  attempts integer not null default 0,
  due_at integer not null default 0,
  last_result text
) strict;
create index if not exists deliveries_by_state on deliveries (state, due_at);

create table if not exists settings (
  name text primary key,
  value text not null
) strict, without rowid;
`

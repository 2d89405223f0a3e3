import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { storeSchema } from './schema.ts'

/** The least an object has to say of itself to be kept. `$sandbox` holds what Stripe would keep secret. */
export type Kept = {
  id: string
  object: string
  created?: number
  $sandbox?: object
}

export type ListQuery = {
  where?: Record<string, string | undefined>
  created?: { gt?: number; gte?: number; lt?: number; lte?: number }
  owner?: string
  limit?: number
  startingAfter?: string
  endingBefore?: string
}

/** The account that owns the keys; connected accounts are owners by their own id. */
export const platformOwner = 'platform'

/**
 * The sandbox's memory: one SQLite file. Everything is synchronous, so a request handler
 * runs from start to end without another one in between.
 */
export class Store {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(dataFile: string) {
    this.#db = new DatabaseSync(dataFile)
    // WAL with NORMAL keeps every commit when the process is killed.
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

  /** Runs `work` as one transaction: all of it is kept, or nothing when it throws. */
  transaction<T>(work: () => T): T {
    return this.#between('begin immediate', 'commit', 'rollback', work)
  }

  /** As `transaction`, inside a running one. */
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
    return parse(
      this.row<DataRow>('select data from objects where id = ? and kind = ?', id, kind),
    ) as T | undefined
  }

  findAny(id: string): Kept | undefined {
    return parse(this.row<DataRow>('select data from objects where id = ?', id)) as Kept | undefined
  }

  /** Objects of a kind, newest first, one more than `limit` so that the caller sees whether there are more. */
  list<T>(kind: string, query: ListQuery = {}): T[] {
    const { clauses, values } = conditions(kind, query)
    const ascending = query.endingBefore !== undefined
    const sql = `select data from objects where ${clauses.join(' and ')} order by seq ${ascending ? 'asc' : 'desc'} limit ?`
    const found = this.rows<DataRow>(
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

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
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
      this.#db.exec(undo)
      throw error
    }
  }
}

type DataRow = {
  data: string
}

function parse(row: DataRow | undefined): unknown {
  return row && JSON.parse(row.data)
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
  add('owner = ?', query.owner)
  add('created > ?', query.created?.gt)
  add('created >= ?', query.created?.gte)
  add('created < ?', query.created?.lt)
  add('created <= ?', query.created?.lte)
  add('seq < (select seq from objects where id = ?)', query.startingAfter)
  add('seq > (select seq from objects where id = ?)', query.endingBefore)
  return { clauses, values }
}

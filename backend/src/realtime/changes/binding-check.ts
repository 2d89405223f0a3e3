import type { Caller } from '#backend/platform/caller.ts'
import type { ChangeBinding } from './change-bindings.ts'
import { isPermanentError } from './permanent-error.ts'
import type { ChangeContext } from './change-matcher.ts'

type Published = { id: number; name: string; type: number }

/**
 * Milliseconds for which results are cached, so that many simultaneous reconnects share one query.
 */
const cacheMs = 1_000

/** Checks that a subscription's table is published, its columns readable and its filter valid. */
export class BindingCheck {
  readonly #context: ChangeContext
  readonly #results = new Map<string, { result: Promise<string | null>; until: number }>()

  constructor(context: ChangeContext) {
    this.#context = context
  }

  /** Returns an error message for the first invalid subscription, or null if all are valid. */
  async findFault(list: readonly ChangeBinding[], caller: Caller): Promise<string | null> {
    for (const binding of list) {
      const fault = await this.#faultOf(binding, caller)
      if (fault) return `Unable to subscribe to changes with given parameters: ${fault}`
    }
    return null
  }

  #faultOf(binding: ChangeBinding, caller: Caller): Promise<string | null> {
    const id = `${binding.id} ${caller.role}`
    const known = this.#results.get(id)
    if (known && known.until > Date.now()) return known.result
    if (this.#results.size > 1_000) this.#results.clear()
    const result = this.#validate(binding, caller)
    result.catch(() => this.#results.delete(id))
    this.#results.set(id, { result, until: Date.now() + cacheMs })
    return result
  }

  async #validate(
    { schema, table, conditions, select }: ChangeBinding,
    caller: Caller,
  ): Promise<string | null> {
    // A subscription to all tables is always valid. If a table lacks a column of the filter, the
    // filter matches no changes of this table.
    if (schema === '*' || table === '*') return null
    const columns = await this.#published(schema, table)
    const [first] = columns
    if (!first) return `table ${schema}.${table} is not in the publication supabase_realtime`
    await this.#context.types.learn(columns.map(({ type }) => type))
    const shape = await this.#context.shapes.get(first, [caller.role])
    const readable = shape.rights.get(caller.role)?.columns ?? new Set()
    const find = (name: string) =>
      columns.find((column) => column.name === name && readable.has(name))
    for (const name of select ?? []) if (!find(name)) return `invalid column for select ${name}`
    for (const condition of conditions) {
      const column = find(condition.column)
      if (!column) return `invalid column for filter ${condition.column}`
      try {
        await this.#context.matcher.prepare(condition, this.#context.types.get(column.type), caller)
      } catch (error) {
        if (!isPermanentError(error)) throw error
        return (error as Error).message
      }
    }
    return null
  }

  #published(schema: string, table: string): Promise<Published[]> {
    return this.#context.database.owner<Published[]>`
      select attrelid::int8::float8 as id, attname as name, atttypid::int8::float8 as type
      from pg_publication_tables
      join pg_namespace on nspname = schemaname
      join pg_class on relnamespace = pg_namespace.oid and relname = tablename
      join pg_attribute on attrelid = pg_class.oid and attname = any (attnames)
      where pubname = 'supabase_realtime' and schemaname = ${schema} and tablename = ${table}`
  }
}

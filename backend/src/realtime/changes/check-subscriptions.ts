import type { Caller } from '#backend/platform/caller.ts'
import type { Subscription } from '../subscriptions.ts'
import { isRefusal } from './refusal.ts'
import type { Tools } from './tools.ts'

type Published = { id: number; name: string; type: number }

/** Equal questions within this time get one answer, as when a thousand sockets come back at once. */
const freshMs = 1_000

/** Checks what a channel asks for against the database as it is. */
export class SubscriptionCheck {
  readonly #tools: Tools
  readonly #answers = new Map<string, { answer: Promise<string | null>; until: number }>()

  constructor(tools: Tools) {
    this.#tools = tools
  }

  /** What is wrong with the first of these that cannot be, or null. */
  async findFault(list: readonly Subscription[], caller: Caller): Promise<string | null> {
    for (const subscription of list) {
      const fault = await this.#faultOf(subscription, caller)
      if (fault) return `Unable to subscribe to changes with given parameters: ${fault}`
    }
    return null
  }

  #faultOf(subscription: Subscription, caller: Caller): Promise<string | null> {
    const id = `${subscription.id} ${caller.role}`
    const known = this.#answers.get(id)
    if (known && known.until > Date.now()) return known.answer
    if (this.#answers.size > 1_000) this.#answers.clear()
    const answer = this.#look(subscription, caller)
    answer.catch(() => this.#answers.delete(id))
    this.#answers.set(id, { answer, until: Date.now() + freshMs })
    return answer
  }

  async #look(
    { schema, table, conditions, select }: Subscription,
    caller: Caller,
  ): Promise<string | null> {
    // Of many tables, a filter concerns those that have its columns.
    if (schema === '*' || table === '*') return null
    const columns = await this.#published(schema, table)
    const [first] = columns
    if (!first) return `table ${schema}.${table} is not in the publication supabase_realtime`
    await this.#tools.types.learn(columns.map(({ type }) => type))
    const shape = await this.#tools.shapes.get(first, [caller.role])
    const readable = shape.rights.get(caller.role)?.columns ?? new Set()
    const find = (name: string) =>
      columns.find((column) => column.name === name && readable.has(name))
    for (const name of select ?? []) if (!find(name)) return `invalid column for select ${name}`
    for (const condition of conditions) {
      const column = find(condition.column)
      if (!column) return `invalid column for filter ${condition.column}`
      try {
        await this.#tools.matching.prepare(condition, this.#tools.types.get(column.type), caller)
      } catch (error) {
        if (!isRefusal(error)) throw error
        return (error as Error).message
      }
    }
    return null
  }

  #published(schema: string, table: string): Promise<Published[]> {
    return this.#tools.database.owner<Published[]>`
      select attrelid::int8::float8 as id, attname as name, atttypid::int8::float8 as type
      from pg_publication_tables
      join pg_namespace on nspname = schemaname
      join pg_class on relnamespace = pg_namespace.oid and relname = tablename
      join pg_attribute on attrelid = pg_class.oid and attname = any (attnames)
      where pubname = 'supabase_realtime' and schemaname = ${schema} and tablename = ${table}`
  }
}

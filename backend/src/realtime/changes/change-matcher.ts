import type { Caller } from '#backend/platform/caller.ts'
import { getOrCreate } from '#backend/platform/get-or-create.ts'
import type { ChangeBinding } from './change-bindings.ts'
import type { Audience } from './audiences.ts'
import type { ColumnType, ColumnTypes } from './column-types.ts'
import type { FilterEvaluator } from './filters.ts'
import { isPermanentError } from './permanent-error.ts'
import type { Condition } from './row-filter.ts'
import type { ChangePayload } from './change-payload.ts'
import type { Database } from '#backend/platform/database.ts'
import type { TableShapes } from './table-shapes.ts'

/** Finds the subscriptions that match a change. All callers with the same role share results. */
export class ChangeMatcher {
  readonly #filters: FilterEvaluator
  /** Cached results of `prepare`, by condition and column type. */
  readonly #prepared = new WeakMap<Condition, Map<string, Promise<Condition>>>()
  #results = new WeakMap<readonly ChangePayload[], Map<string, Promise<Set<ChangePayload>>>>()

  constructor(filters: FilterEvaluator) {
    this.#filters = filters
  }

  /** Returns for each change which subscriptions of an audience match it. */
  async find(
    payloads: readonly ChangePayload[],
    { caller, bindings }: Audience,
  ): Promise<Map<ChangePayload, ChangeBinding[]>> {
    const found = new Map<ChangePayload, ChangeBinding[]>()
    const interests = payloads.map((change) => bindings.interestedIn(change.change))
    const holding = new Map<ChangeBinding, Set<ChangePayload>>()
    for (const binding of new Set(interests.flat())) {
      if (binding.conditions.length > 0) {
        holding.set(binding, await this.#holding(binding, payloads, caller))
      }
    }
    for (const [index, change] of payloads.entries()) {
      const matching = (interests[index] ?? []).filter(
        (binding) => holding.get(binding)?.has(change) ?? true,
      )
      if (matching.length > 0) found.set(change, matching)
    }
    return found
  }

  #holding(
    binding: ChangeBinding,
    payloads: readonly ChangePayload[],
    caller: Caller,
  ): Promise<Set<ChangePayload>> {
    const results = getOrCreate(this.#results, payloads, () => new Map())
    // Caches results per role, because a filter must not reveal columns hidden from a role.
    const id = `${binding.id} ${caller.role}`
    return getOrCreate(results, id, () => this.#decide(binding, payloads, caller))
  }

  async #decide(
    { conditions, schema, table }: ChangeBinding,
    payloads: readonly ChangePayload[],
    caller: Caller,
  ): Promise<Set<ChangePayload>> {
    let left = payloads.filter(
      ({ change: { relation } }) =>
        (schema === '*' || schema === relation.schema) &&
        (table === '*' || table === relation.table),
    )
    for (const condition of conditions) {
      const byType = Map.groupBy(left, (change) => {
        const mayRead = change.shape.rights.get(caller.role)?.columns.has(condition.column)
        return mayRead ? (change.value(condition.column)?.type ?? null) : null
      })
      const kept = await Promise.all(
        [...byType].map(([type, changes]) =>
          type ? this.#keep(condition, type, changes, caller) : [],
        ),
      )
      left = kept.flat()
    }
    return new Set(left)
  }

  async #keep(
    condition: Condition,
    type: ColumnType,
    changes: readonly ChangePayload[],
    caller: Caller,
  ): Promise<ChangePayload[]> {
    const prepared = await this.prepare(condition, type, caller).catch((error: unknown) => {
      if (!isPermanentError(error)) throw error
      return null
    })
    if (!prepared) return []
    const texts = changes.map((change) => change.value(condition.column)?.text)
    const holding = await this.#filters.holds(prepared, type, texts, caller)
    return changes.filter((_, index) => holding[index])
  }

  /**
   * Converts the values of a condition to the text that PostgreSQL writes for the type of the
   * column. Caches the result. Rejects with WireError for an invalid value.
   */
  prepare(condition: Condition, type: ColumnType, caller: Caller): Promise<Condition> {
    const byType = getOrCreate(this.#prepared, condition, () => new Map())
    return getOrCreate(byType, type.sqlName, () => {
      const prepared = this.#filters.prepare(condition, type, caller)
      prepared.catch(() => byType.delete(type.sqlName))
      return prepared
    })
  }
}

export type ChangeContext = {
  readonly database: Database
  readonly types: ColumnTypes
  readonly shapes: TableShapes
  readonly matcher: ChangeMatcher
}

import type { Caller } from '#backend/platform/caller.ts'
import type { Subscription } from '../subscriptions.ts'
import type { Audience } from './audiences.ts'
import type { ColumnType } from './column-types.ts'
import type { Filters } from './filters.ts'
import { isRefusal } from './refusal.ts'
import type { Condition } from './row-filter.ts'
import type { ToldChange } from './told-change.ts'

/** Finds which subscriptions wait for which changes; a filter's answer is shared by all who ask it. */
export class Matching {
  readonly #filters: Filters
  /** Conditions made ready for a type. */
  readonly #prepared = new WeakMap<Condition, Map<string, Promise<Condition>>>()
  #answers = new WeakMap<readonly ToldChange[], Map<string, Promise<Set<ToldChange>>>>()

  constructor(filters: Filters) {
    this.#filters = filters
  }

  /** The subscriptions of an audience that each change is for. */
  async find(
    told: readonly ToldChange[],
    { caller, subscriptions }: Audience,
  ): Promise<Map<ToldChange, Subscription[]>> {
    const found = new Map<ToldChange, Subscription[]>()
    const interests = told.map((change) => subscriptions.interestedIn(change.change))
    const held = new Map<Subscription, Set<ToldChange>>()
    for (const subscription of new Set(interests.flat())) {
      if (subscription.conditions.length > 0) {
        held.set(subscription, await this.#holding(subscription, told, caller))
      }
    }
    for (const [index, change] of told.entries()) {
      const matching = (interests[index] ?? []).filter(
        (subscription) => held.get(subscription)?.has(change) ?? true,
      )
      if (matching.length > 0) found.set(change, matching)
    }
    return found
  }

  #holding(
    subscription: Subscription,
    told: readonly ToldChange[],
    caller: Caller,
  ): Promise<Set<ToldChange>> {
    let answers = this.#answers.get(told)
    if (!answers) this.#answers.set(told, (answers = new Map()))
    // What a role may not read it must not find out by filters either.
    const id = `${subscription.id} ${caller.role}`
    let answer = answers.get(id)
    if (!answer) answers.set(id, (answer = this.#decide(subscription, told, caller)))
    return answer
  }

  async #decide(
    { conditions, schema, table }: Subscription,
    told: readonly ToldChange[],
    caller: Caller,
  ): Promise<Set<ToldChange>> {
    let left = told.filter(
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
    changes: readonly ToldChange[],
    caller: Caller,
  ): Promise<ToldChange[]> {
    const prepared = await this.prepare(condition, type, caller).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      return null
    })
    if (!prepared) return []
    const texts = changes.map((change) => change.value(condition.column)?.text)
    const held = await this.#filters.holds(prepared, type, texts, caller)
    return changes.filter((_, index) => held[index])
  }

  /** A condition ready for columns of a type. Rejects with WireError for a value it cannot have. */
  prepare(condition: Condition, type: ColumnType, caller: Caller): Promise<Condition> {
    const byType = this.#prepared.get(condition) ?? new Map<string, Promise<Condition>>()
    this.#prepared.set(condition, byType)
    const known = byType.get(type.sqlName)
    if (known) return known
    const prepared = this.#filters.prepare(condition, type, caller)
    byType.set(type.sqlName, prepared)
    prepared.catch(() => byType.delete(type.sqlName))
    return prepared
  }
}

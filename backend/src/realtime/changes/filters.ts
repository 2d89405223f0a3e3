import type { Caller } from '#backend/platform/caller.ts'
import type { Database } from '#backend/platform/database.ts'
import { arrayLiteral } from '#backend/platform/sql-text.ts'
import type { ColumnType } from './column-types.ts'
import { compareValues, isLike } from './compare-values.ts'
import { isRefusal } from './refusal.ts'
import type { Condition } from './row-filter.ts'
import { Patience } from './patience.ts'

/** Whoever writes a pattern that takes longer waits for nothing. */
const limitMs = 200
/** Letters of a text times those of its pattern that are compared here, in well under a millisecond. */
const longestLike = 20_000
const inUtc = {
  text: `select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true),
    set_config('IntervalStyle', 'postgres', true), set_config('statement_timeout', $1, true)`,
  values: [String(limitMs)],
}
const sqlOperators: Record<string, string> = {
  like: 'like',
  ilike: 'ilike',
  eq: '=',
  neq: '<>',
  isdistinct: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  match: '~',
  imatch: '~*',
}
const patterns = new Set(['like', 'ilike', 'match', 'imatch'])

/**
 * Decides conditions by the types of their columns: here where the texts say it, in PostgreSQL
 * where only it knows (orders of text, numbers of many digits, regular expressions, other types).
 */
export class Filters {
  readonly #database: Database
  readonly #patience = new Patience()

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * A condition with its values as PostgreSQL writes them for a column of this type. Rejects with
   * WireError for a value that the type does not have.
   */
  async prepare(condition: Condition, type: ColumnType, caller: Caller): Promise<Condition> {
    const { operator, values } = condition
    if (operator === 'is' || operator === 'like' || operator === 'ilike') return condition
    const check =
      operator === 'match' || operator === 'imatch'
        ? { text: `select v from unnest($1::text[]) v where ('' ~ v) is not null`, values }
        : { text: `select v::${type.sqlName}::text from unnest($1::text[]) v`, values }
    const statement = { text: check.text, values: [arrayLiteral(check.values)] }
    const [, rows] = await this.#database.batchAsCaller(caller, [inUtc, statement], {
      readOnly: true,
    })
    const written = (rows ?? []).map(([value]) => value?.toString() ?? '')
    // The one type whose text by `::text` is not what the log has.
    const isBool = type.base === 'bool' && !patterns.has(operator)
    return { ...condition, values: isBool ? written.map((value) => value.slice(0, 1)) : written }
  }

  /** Which of these values (undefined: not known) a prepared condition holds for. */
  async holds(
    condition: Condition,
    type: ColumnType,
    texts: readonly (string | null | undefined)[],
    caller: Caller,
  ): Promise<boolean[]> {
    const results = texts.map((text) => decide(condition, text, type))
    const open = results.flatMap((result, index) => (result === null ? [index] : []))
    if (open.length > 0) {
      const held = await this.#ask(
        condition,
        type,
        open.map((index) => texts[index] ?? ''),
        caller,
      )
      for (const [place, index] of open.entries()) results[index] = held.has(place + 1)
    }
    return results.map(Boolean)
  }

  async #ask(
    { operator, isNegated, values }: Condition,
    type: ColumnType,
    texts: string[],
    caller: Caller,
  ): Promise<Set<number>> {
    const sqlType = patterns.has(operator) ? 'text' : type.sqlName
    const test =
      operator === 'in'
        ? `v::${sqlType} = any ($2::text[]::${sqlType}[])`
        : `v::${sqlType} ${sqlOperators[operator]} $2::text::${sqlType}`
    const statement = {
      text: `select i from unnest($1::text[]) with ordinality as t(v, i)
        where ${isNegated ? `not (${test})` : test}`,
      values: [arrayLiteral(texts), operator === 'in' ? arrayLiteral(values) : (values[0] ?? '')],
    }
    // A pattern that is too slow, or a type that has no such operator, holds for nothing.
    if (this.#patience.isUsedUp(caller)) return new Set()
    const startedAt = performance.now()
    const [, rows] = await this.#database
      .batchAsCaller(caller, [inUtc, statement], { readOnly: true })
      .catch((error: unknown) => {
        if (!isRefusal(error)) throw error
        return []
      })
    this.#patience.spend(caller, performance.now() - startedAt)
    return new Set(rows?.map(([place]) => Number(place)))
  }
}

/** Null where only PostgreSQL knows. */
function decide(
  { operator, isNegated, values }: Condition,
  text: string | null | undefined,
  type: ColumnType,
): boolean | null {
  if (text === undefined) return false
  const result = test(operator, text, values, type)
  // As in SQL, a comparison with null is neither true nor false.
  if (result === 'unknown') return false
  return result === null ? null : result !== isNegated
}

function test(
  operator: Condition['operator'],
  text: string | null,
  values: readonly string[],
  type: ColumnType,
): boolean | null | 'unknown' {
  const [value = ''] = values
  if (operator === 'is') {
    const wanted = value.toLowerCase()
    if (wanted === 'null' || wanted === 'unknown') return text === null
    return text === (wanted === 'true' ? 't' : 'f')
  }
  if (text === null) return operator === 'isdistinct' ? true : 'unknown'
  switch (operator) {
    case 'match':
    case 'imatch':
      return null
    case 'like':
      return text.length * value.length > longestLike ? null : isLike(text, value)
    case 'ilike':
      return text.length * value.length > longestLike
        ? null
        : isLike(text.toLowerCase(), value.toLowerCase())
    case 'in': {
      const compared = values.map((item) => compareValues(text, item, type, false))
      return compared.includes(null) ? null : compared.includes(0)
    }
    default: {
      const wantsOrder = !['eq', 'neq', 'isdistinct'].includes(operator)
      const order = compareValues(text, value, type, wantsOrder)
      return order === null ? null : inRelation(operator, order)
    }
  }
}

function inRelation(operator: Condition['operator'], order: number): boolean {
  switch (operator) {
    case 'eq':
      return order === 0
    case 'lt':
      return order < 0
    case 'lte':
      return order <= 0
    case 'gt':
      return order > 0
    case 'gte':
      return order >= 0
    default:
      return order !== 0
  }
}

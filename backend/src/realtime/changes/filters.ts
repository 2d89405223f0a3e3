import type { Caller } from '#backend/platform/caller.ts'
import type { Database } from '#backend/platform/database.ts'
import { arrayLiteral } from '#backend/platform/sql-text.ts'
import type { ColumnType } from './column-types.ts'
import { compareValues, isLike } from './compare-values.ts'
import { isPermanentError } from './permanent-error.ts'
import { sqlOperators, type Condition } from './row-filter.ts'

/**
 * Maximum product of text length and pattern length for which JavaScript evaluates LIKE, so that it
 * takes less than 1 ms.
 */
const maxLikeSize = 20_000
const sessionSettings = (timeoutMs: number) => ({
  text: `select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true),
    set_config('IntervalStyle', 'postgres', true), set_config('statement_timeout', $1, true)`,
  values: [String(timeoutMs)],
})
const patterns = new Set(['like', 'ilike', 'match', 'imatch'])
const comparisons = {
  eq: (order: number) => order === 0,
  neq: (order: number) => order !== 0,
  isdistinct: (order: number) => order !== 0,
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
}

/** Evaluates filter conditions in JavaScript if possible, and otherwise in PostgreSQL. */
export class FilterEvaluator {
  readonly #database: Database
  readonly #sessionSettings: ReturnType<typeof sessionSettings>
  readonly #budget = new FilterTimeBudget()

  constructor(database: Database, timeoutMs: number) {
    this.#database = database
    this.#sessionSettings = sessionSettings(timeoutMs)
  }

  /**
   * Returns the condition with its values in the text format that PostgreSQL and the WAL use for
   * `type`. Rejects with WireError if a value is invalid.
   */
  async prepare(condition: Condition, type: ColumnType, caller: Caller): Promise<Condition> {
    const { operator, values } = condition
    if (operator === 'is' || operator === 'like' || operator === 'ilike') return condition
    const check =
      operator === 'match' || operator === 'imatch'
        ? { text: `select v from unnest($1::text[]) v where ('' ~ v) is not null`, values }
        : { text: `select v::${type.sqlName}::text from unnest($1::text[]) v`, values }
    const statement = { text: check.text, values: [arrayLiteral(check.values)] }
    const [, rows] = await this.#database.batchAsCaller(
      caller,
      [this.#sessionSettings, statement],
      {
        readOnly: true,
      },
    )
    const written = (rows ?? []).map(([value]) => value?.toString() ?? '')
    // Shortens `true` and `false`, because the WAL contains `t` or `f` for a `bool`.
    const isBool = type.base === 'bool' && !patterns.has(operator)
    return { ...condition, values: isBool ? written.map((value) => value.slice(0, 1)) : written }
  }

  /**
   * Returns for each value whether the value meets the condition. An unknown value (`undefined`)
   * never meets a condition.
   */
  async holds(
    condition: Condition,
    type: ColumnType,
    texts: readonly (string | null | undefined)[],
    caller: Caller,
  ): Promise<boolean[]> {
    const results = texts.map((text) => decide(condition, text, type))
    const open = results.flatMap((result, index) => (result === null ? [index] : []))
    if (open.length > 0) {
      const held = await this.#query(
        condition,
        type,
        open.map((index) => texts[index] ?? ''),
        caller,
      )
      for (const [position, index] of open.entries()) results[index] = held.has(position + 1)
    }
    return results.map(Boolean)
  }

  async #query(
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
    // The filter matches nothing if the time budget is used up, its query times out or the column's
    // type does not support the operator.
    if (this.#budget.isExhausted(caller)) return new Set()
    const startedAt = performance.now()
    const [, rows] = await this.#database
      .batchAsCaller(caller, [this.#sessionSettings, statement], { readOnly: true })
      .catch((error: unknown) => {
        if (!isPermanentError(error)) throw error
        return []
      })
    this.#budget.consume(caller, performance.now() - startedAt)
    return new Set(rows?.map(([position]) => Number(position)))
  }
}

/** Evaluates a condition in JavaScript. Returns null if only PostgreSQL can evaluate it. */
function decide(
  { operator, isNegated, values }: Condition,
  text: string | null | undefined,
  type: ColumnType,
): boolean | null {
  if (text === undefined) return false
  const result = test(operator, text, values, type)
  // Comparing null with a value is neither true nor false in SQL, so the filter does not match.
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
      return text.length * value.length > maxLikeSize ? null : isLike(text, value)
    case 'ilike':
      return text.length * value.length > maxLikeSize
        ? null
        : isLike(text.toLowerCase(), value.toLowerCase())
    case 'in': {
      const compared = values.map((item) => compareValues(text, item, type, false))
      return compared.includes(null) ? null : compared.includes(0)
    }
    default: {
      const wantsOrder = !['eq', 'neq', 'isdistinct'].includes(operator)
      const order = compareValues(text, value, type, wantsOrder)
      return order === null ? null : comparisons[operator](order)
    }
  }
}

/** Filter queries below this time in milliseconds do not count against the time budget. */
const freeMs = 50
/** Maximum total time in milliseconds of a caller's slow filter queries within `windowMs`. */
const budgetMs = 2_000
const windowMs = 30_000
const maxCallers = 1_000

/** Limits the query time for a caller's filters, because slow filters delay all clients. */
export class FilterTimeBudget {
  readonly #spent = new Map<string, { ms: number; until: number }>()

  /**
   * Returns whether a caller's time budget is used up. The budget is restored 30 s after the
   * caller's first slow query.
   */
  isExhausted({ claimsJson }: Caller, now = Date.now()): boolean {
    const spent = this.#spent.get(claimsJson)
    return spent !== undefined && spent.until > now && spent.ms >= budgetMs
  }

  consume({ claimsJson }: Caller, ms: number, now = Date.now()): void {
    if (ms < freeMs) return
    const spent = this.#spent.get(claimsJson)
    if (spent && spent.until > now) spent.ms += ms
    else {
      if (this.#spent.size >= maxCallers) this.#spent.clear()
      this.#spent.set(claimsJson, { ms, until: now + windowMs })
    }
  }
}

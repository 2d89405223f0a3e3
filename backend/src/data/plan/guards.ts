import type { Parameters } from './sql.ts'

/** Condition on the number of rows that a statement affects. A PUT must write exactly one row. */
export type Guard = { kind: 'single' } | { kind: 'at most'; rows: number } | { kind: 'put' }

type Broken = { kind: Guard['kind']; rows: number } | { kind: 'bytes' }

/** Returns SQL that fails if `guard` is violated, with an error that clients cannot forge. */
export function guardSql(guard: Guard, parameters: Parameters): string {
  // For PUT, counts all written rows, including rows that inner embeds remove from the response.
  const count = guard.kind === 'put' ? '(select count(*) from written)' : 'count(*)'
  const holds = guard.kind === 'at most' ? `${count} <= ${guard.rows}` : `${count} = 1`
  const word = parameters.add(`${guardWord}:${guard.kind}:`)
  return `case when ${holds} then count(*) else cast(${word}::text || ${count} as int8) end`
}

/** Returns the SQL of a response body. The statement fails if the body exceeds `maxBytes`. */
export function boundedBodySql(body: string, maxBytes: number, parameters: Parameters): string {
  const size = `octet_length(${body}::text)`
  const failing = `cast(${tooLargeSql(size, parameters)} as text)`
  return `case when ${size} <= ${maxBytes} then ${body}::text else ${failing} end`
}

/**
 * Returns the SQL of an embedded value. The statement fails before nested lists can exhaust
 * PostgreSQL's memory. The setting `data_api.bytes` sums the bytes of all values. The bytes of a
 * nested value are counted a second time in its parent, so the limit is twice `maxBytes`.
 */
export function boundedValueSql(value: string, maxBytes: number, parameters: Parameters): string {
  const size = `coalesce(octet_length((${value})::text), 0)`
  const before = `coalesce(nullif(current_setting('data_api.bytes', true), ''), '0')::int8`
  const total = `set_config('data_api.bytes', (${before} + ${size})::text, true)::int8`
  const failing = `cast(${tooLargeSql(size, parameters)}::text as json)`
  return `case when ${size} < ${smallValue} or ${total} <= ${2 * maxBytes} then ${value} else ${failing} end`
}

/** Embedded values below this size in bytes are not counted, because counting would be slow. */
const smallValue = 1000

function tooLargeSql(size: string, parameters: Parameters): string {
  return `cast(${parameters.add(`${guardWord}:bytes:`)}::text || ${size} as int8)`
}

const guardWord = crypto.randomUUID()
const failure = new RegExp(`"${guardWord}:(single|at most|put|bytes):(\\d+)"`)

export function brokenGuard(message: string): Broken | null {
  const [, kind, rows] = failure.exec(message) ?? []
  if (kind === undefined) return null
  return kind === 'bytes' ? { kind } : { kind: kind as Guard['kind'], rows: Number(rows) }
}

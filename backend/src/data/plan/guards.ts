import type { Parameters } from './sql.ts'

/** Required row count of a statement: exactly one, at most a limit, or the row that PUT names. */
export type Guard = { kind: 'single' } | { kind: 'at most'; rows: number } | { kind: 'put' }

type Broken = { kind: Guard['kind']; rows: number }

/**
 * Returns SQL that makes a statement fail if its row count violates the guard. The error message
 * contains a random token, so that requests cannot forge the error.
 */
export function guardSql(guard: Guard, parameters: Parameters): string {
  // For PUT, counts all written rows, including rows that inner embeds remove from the response.
  const count = guard.kind === 'put' ? '(select count(*) from written)' : 'count(*)'
  const holds = guard.kind === 'at most' ? `${count} <= ${guard.rows}` : `${count} = 1`
  const word = parameters.add(`${guardWord}:${guard.kind}:`)
  return `case when ${holds} then count(*) else cast(${word}::text || ${count} as int8) end`
}

const guardWord = crypto.randomUUID()
const failure = new RegExp(`"${guardWord}:(single|at most|put):(\\d+)"`)

export function brokenGuard(message: string): Broken | null {
  const [, kind, rows] = failure.exec(message) ?? []
  return kind === undefined ? null : { kind: kind as Broken['kind'], rows: Number(rows) }
}

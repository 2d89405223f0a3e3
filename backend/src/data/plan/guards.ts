import type { Parameters } from './sql.ts'

/** How many rows a statement may touch: one, at most some, or the one row that PUT names. */
export type Guard = { kind: 'single' } | { kind: 'at most'; rows: number } | { kind: 'put' }

type Broken = { kind: Guard['kind']; rows: number }

/**
 * Makes the statement fail, and with it everything it wrote, when it touched another number of
 * rows than it may. The words cannot come from a request; `brokenGuard` reads them back.
 */
export function guardSql(guard: Guard, parameters: Parameters): string {
  // What PUT wrote is looked at before an embed may leave it out.
  const count = guard.kind === 'put' ? '(select count(*) from written)' : 'count(*)'
  const holds = guard.kind === 'at most' ? `${count} <= ${guard.rows}` : `${count} = 1`
  const word = parameters.add(`${guardWord}:${guard.kind}:`)
  return `case when ${holds} then count(*) else cast(${word}::text || ${count} as int8) end`
}

const guardWord = crypto.randomUUID()
const failure = new RegExp(`"${guardWord}:(single|at most|put):(\\d+)"`)

/** What a failed guard says: which it was, and how many rows there were. Null for other errors. */
export function brokenGuard(message: string): Broken | null {
  const [, kind, rows] = failure.exec(message) ?? []
  return kind === undefined ? null : { kind: kind as Broken['kind'], rows: Number(rows) }
}

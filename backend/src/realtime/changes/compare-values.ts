import type { ColumnType } from './column-types.ts'

/** Types whose values sort like their text format, provided that years have four digits. */
const inOrder = new Set(['bool', 'uuid', 'date', 'time', 'timestamp', 'timestamptz'])
/** Types for which equal values always have the same text format. */
const alike = new Set([...inOrder, 'text', 'varchar', 'name'])
const integer = new Set(['int2', 'int4', 'int8', 'oid'])
/** Matches decimals of at most 15 characters after the sign, which are compared as doubles. */
const exactDecimal = /^-?(?=[\d.]{1,15}$)\d+(\.\d+)?$/
const plainTime = /^[\d:. +-]+$/

/** Compares values in text format (UTC, ISO). Returns null if only PostgreSQL can compare them. */
export function compareValues(
  left: string,
  right: string,
  type: ColumnType,
  wantsOrder: boolean,
): number | null {
  const name = type.base
  if (integer.has(name)) return order(BigInt(left), BigInt(right))
  if (name === 'float8' || name === 'float4') return compareFloats(Number(left), Number(right))
  if (name === 'numeric' && exactDecimal.test(left) && exactDecimal.test(right)) {
    return Number(left) - Number(right)
  }
  if (!alike.has(name) && type.kind !== 'enum') return null
  if (left === right) return 0
  if (!wantsOrder) return 1
  if (!inOrder.has(name)) return null
  const isTime = name !== 'bool' && name !== 'uuid'
  if (isTime && !(plainTime.test(left) && plainTime.test(right))) return null
  if (isTime && left.indexOf('-') !== right.indexOf('-')) return null
  return order(left, right)
}

/** PostgreSQL treats NaN as equal to itself and greater than all other values. */
function compareFloats(left: number, right: number): number {
  if (Number.isNaN(left) || Number.isNaN(right)) {
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right))
  }
  return order(left, right)
}

function order<Value extends bigint | number | string>(left: Value, right: Value): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

/** Evaluates an SQL LIKE pattern with the wildcards `%` and `_` and backslash escapes. */
export function isLike(value: string, pattern: string): boolean {
  const letters = [...value]
  const marks = pattern.match(/\\[\s\S]|[\s\S]/gu) ?? []
  let [at, mark] = [0, 0]
  // Position to retry from if the part of the pattern after the last `%` does not match.
  let retry: { at: number; mark: number } | null = null
  while (at < letters.length) {
    const wanted = marks[mark]
    if (wanted === '%') {
      mark += 1
      retry = { at, mark }
    } else if (
      wanted === '_' ||
      (wanted !== undefined && wanted.replace(/^\\(?=.)/s, '') === letters[at])
    ) {
      at += 1
      mark += 1
    } else if (retry) {
      retry.at += 1
      at = retry.at
      mark = retry.mark
    } else return false
  }
  return marks.slice(mark).every((rest) => rest === '%')
}

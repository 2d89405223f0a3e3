import { quoteArrayElement } from '#backend/platform/sql-text.ts'
import { Cursor } from './cursor.ts'
import { checkLimit } from './limits.ts'
import { parseField } from './parse-field.ts'
import {
  compareOperators,
  searchOperators,
  type CompareOperator,
  type Condition,
  type Operation,
  type Quantifier,
  type SearchOperator,
} from './query.ts'

const quantifiable = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
/** Valid names of text search configurations. PostgreSQL would read a number or `-` as an OID. */
const languageName = /^[\p{L}_][\p{L}\p{N}_$. ]*$/u

const isValues = ['null', 'not_null', 'true', 'false', 'unknown'] as const

/** Parses a filter such as `eq.5` or `not.in.(1,2)`. Throws ApiError PGRST100 if it is invalid. */
export function parseOperation(text: string): { negated: boolean; operation: Operation } {
  const cursor = new Cursor(text, 'filter')
  const parsed = parseOperationAt(cursor, () => cursor.rest())
  if (!cursor.done) cursor.fail('the end')
  return parsed
}

/** Whether the value of a query parameter is a filter and not a function argument. */
export function looksLikeOperation(text: string): boolean {
  const word = /^(?:not\.)?([a-z]+)(?:\([^)]*\))?\./.exec(text)?.[1]
  return word !== undefined && (word === 'in' || word === 'is' || isOperator(word))
}

/** Parses the value of `and=` or `or=`, such as `(a.eq.1,or(b.gt.2,c.is.null))`. */
export function parseLogic(operator: 'and' | 'or', negated: boolean, text: string): Condition {
  const cursor = new Cursor(text, 'logic tree', operator.length)
  const conditions = parseConditions(cursor)
  if (!cursor.done) cursor.fail('the end')
  return { kind: 'logic', operator, negated, conditions }
}

function parseConditions(cursor: Cursor, depth = 1): Condition[] {
  checkLimit('depth', depth)
  cursor.expect('(')
  const conditions = [parseCondition(cursor, depth)]
  while (cursor.accept(',')) conditions.push(parseCondition(cursor, depth))
  cursor.expect(')')
  checkLimit('conditions', conditions.length)
  cursor.skipBlanks()
  return conditions
}

function parseCondition(cursor: Cursor, depth: number): Condition {
  cursor.skipBlanks()
  const nested = cursor.attempt((): Condition | null => {
    const negated = cursor.accept('not.')
    const operator = (['and', 'or'] as const).find((word) => cursor.accept(word))
    if (!operator || cursor.peek() !== '(') return null
    return { kind: 'logic', operator, negated, conditions: parseConditions(cursor, depth + 1) }
  })
  if (nested) return nested
  const field = parseField(cursor)
  cursor.expect('.')
  return { kind: 'filter', field, ...parseOperationAt(cursor, () => parseListedValue(cursor)) }
}

function parseOperationAt(
  cursor: Cursor,
  parseValue: () => string,
): { negated: boolean; operation: Operation } {
  const negated = cursor.accept('not.')
  const word = cursor.takeUntil('.(,)')
  if (word === 'in') {
    cursor.expect('.')
    return { negated, operation: { kind: 'in', values: parseList(cursor) } }
  }
  if (word === 'is') {
    cursor.expect('.')
    const given = parseValue().toLowerCase()
    const value = isValues.find((known) => known === given)
    if (!value) cursor.fail('isVal: (null, not_null, true, false, unknown)')
    return { negated, operation: { kind: 'is', value } }
  }
  if (!isOperator(word)) cursor.fail('"not" or operator (eq, gt, ...)')
  const modifier = cursor.accept('(') ? cursor.takeUntil(')') : null
  if (modifier !== null) cursor.expect(')')
  cursor.expect('.')
  if (word in searchOperators) {
    if (modifier !== null && !languageName.test(modifier)) cursor.fail('a text search language')
    const operator = word as SearchOperator
    return {
      negated,
      operation: { kind: 'search', operator, language: modifier, value: parseValue() },
    }
  }
  const quantifier = modifier as Quantifier
  if (quantifier && (!quantifiable.has(word) || !['any', 'all'].includes(quantifier))) {
    cursor.fail('"any" or "all"')
  }
  const operator = word as CompareOperator
  return { negated, operation: { kind: 'compare', operator, quantifier, value: parseValue() } }
}

function isOperator(word: string): boolean {
  return Object.hasOwn(compareOperators, word) || Object.hasOwn(searchOperators, word)
}

/** Parses a filter value: a quoted string, `{array,literal}`, or text up to `,` or `)`. */
function parseListedValue(cursor: Cursor): string {
  if (cursor.peek() === '"') return cursor.quoted()
  if (cursor.peek() !== '{') return cursor.takeUntil(',)')
  let value = ''
  let depth = 0
  do {
    if (cursor.done) cursor.fail('"}"')
    if (cursor.peek() === '"') {
      value += quoteArrayElement(cursor.quoted())
      continue
    }
    const character = cursor.peek()
    cursor.accept(character)
    if (character === '{') depth++
    if (character === '}') depth--
    value += character
  } while (depth > 0)
  return value
}

function parseList(cursor: Cursor): string[] {
  cursor.expect('(')
  if (cursor.accept(')')) return []
  const parseElement = () => (cursor.peek() === '"' ? cursor.quoted() : cursor.takeUntil(',)'))
  const values = [parseElement()]
  while (cursor.accept(',')) values.push(parseElement())
  cursor.expect(')')
  return values
}

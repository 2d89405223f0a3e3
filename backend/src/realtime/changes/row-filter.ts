/** One condition of a filter on changes, such as `price=not.gte.100`. */
export type Condition = {
  column: string
  operator: Operator
  isNegated: boolean
  values: string[]
}

/** Filter operators and the SQL operators with which PostgreSQL evaluates them. */
export const sqlOperators = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  in: '= any',
  like: 'like',
  ilike: 'ilike',
  is: 'is',
  match: '~',
  imatch: '~*',
  isdistinct: '<>',
}

type Operator = keyof typeof sqlOperators

const isOperator = (name: string): name is Operator => Object.hasOwn(sqlOperators, name)

/**
 * Parses a filter into conditions that must all match. Throws an Error if the filter is invalid.
 */
export function parseRowFilter(filter: string | undefined): Condition[] {
  if (!filter) return []
  return splitOutside(filter).map((text) => {
    const match = /^\s*([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text)
    const [, column = '', not, operator = '', value = ''] = match ?? []
    if (!isOperator(operator)) throw new Error(`Invalid filter "${text}"`)
    const values = operator === 'in' ? listOf(value, text) : [unquoted(value)]
    if (operator === 'is' && !/^(null|true|false|unknown)$/i.test(values[0] ?? '')) {
      throw new Error(`Invalid filter "${text}"`)
    }
    return { column, operator, isNegated: not !== undefined, values }
  })
}

function listOf(value: string, text: string): string[] {
  if (!value.startsWith('(') || !value.endsWith(')')) throw new Error(`Invalid filter "${text}"`)
  return splitOutside(value.slice(1, -1)).map(unquoted)
}

/** Splits a filter at commas outside of quotes and parentheses. */
function splitOutside(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (isQuoted && letter === '\\') at += 1
    // A quotation mark opens a quoted value only if it is the first character of the value.
    else if (letter === '"') isQuoted = !isQuoted && /[.,(]/.test(text[at - 1] ?? ',')
    else if (isQuoted) continue
    else if (letter === '(') depth += 1
    else if (letter === ')') depth -= 1
    else if (letter === ',' && depth <= 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

function unquoted(value: string): string {
  const match = /^"(.*)"$/s.exec(value)
  return match?.[1] === undefined ? value : match[1].replace(/\\(.)/gs, '$1')
}

import { Cursor } from './cursor.ts'
import { checkLimit } from './limits.ts'
import { parseField } from './parse-field.ts'
import type { OrderTerm } from './query.ts'

/** Parses `order=…`: `a.desc.nullslast,relation(b),data->>c`. Throws ApiError PGRST100. */
export function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor(text, 'order')
  const terms = [parseTerm(cursor)]
  while (cursor.accept(',')) terms.push(parseTerm(cursor))
  if (!cursor.done) cursor.fail('"," or the end')
  checkLimit('orderTerms', terms.length)
  return terms
}

function parseTerm(cursor: Cursor): OrderTerm {
  const relation = cursor.attempt(() => {
    const name = cursor.name()
    return cursor.accept('(') ? name : null
  })
  const field = parseField(cursor)
  if (relation !== null) cursor.expect(')')
  const descending = cursor.accept('.desc')
  const hasDirection = descending || cursor.accept('.asc')
  const nulls = cursor.accept('.nullsfirst') ? 'first' : cursor.accept('.nullslast') ? 'last' : null
  if (cursor.accept('.')) {
    const directions = hasDirection || nulls ? '' : '"asc", "desc", '
    cursor.fail(nulls ? '"," or the end' : `${directions}"nullsfirst" or "nullslast"`)
  }
  cursor.skipBlanks()
  return { relation, field, descending, nulls }
}

import { Cursor } from './cursor.ts'
import { parseField } from './parse-field.ts'
import type { OrderTerm } from './query.ts'

/** Parses `order=…`: `a.desc.nullslast,relation(b),data->>c`. Throws ApiError PGRST100. */
export function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor(text, 'order')
  const terms = [parseTerm(cursor)]
  while (cursor.accept(',')) terms.push(parseTerm(cursor))
  if (!cursor.done) cursor.fail('"," or the end')
  return terms
}

function parseTerm(cursor: Cursor): OrderTerm {
  const relation = cursor.attempt(() => {
    const name = cursor.name()
    return cursor.accept('(') ? name : null
  })
  const field = parseField(cursor)
  if (relation !== null) cursor.expect(')')
  let descending = false
  let nulls: OrderTerm['nulls'] = null
  while (cursor.accept('.')) {
    const word = cursor.takeUntil('.,')
    if (word === 'desc') descending = true
    else if (word === 'nullsfirst') nulls = 'first'
    else if (word === 'nullslast') nulls = 'last'
    else if (word !== 'asc') cursor.fail('"asc", "desc", "nullsfirst" or "nullslast"')
  }
  return { relation, field, descending, nulls }
}

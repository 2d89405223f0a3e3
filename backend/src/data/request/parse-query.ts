import { notEmbedded } from '../respond/errors.ts'
import { Cursor } from './cursor.ts'
import { checkLimit } from './limits.ts'
import { parseLimit, parseOffset } from './page.ts'
import { parseField } from './parse-field.ts'
import { looksLikeOperation, parseLogic, parseOperation } from './parse-filter.ts'
import { emptyRead, parseSelect } from './parse-select.ts'
import type { OrderTerm, Read } from './query.ts'

export type Query = {
  /** Main relation of the read. Its `select` contains the embeds. */
  read: Read
  /** Whether `select` is set and not empty. Otherwise all columns are selected. */
  hasSelect: boolean
  columns: string[] | null
  onConflict: string[] | null
  args: [name: string, value: string][]
}

/** Parses a query string, which may contain function arguments if `takesArguments` is set. */
export function parseQuery(params: URLSearchParams, takesArguments = false): Query {
  const select = params.get('select') ?? ''
  const read = emptyRead(select === '' ? [{ kind: 'star' }] : parseSelect(select))
  const query: Query = { read, hasSelect: select !== '', columns: null, onConflict: null, args: [] }
  for (const [key, value] of params) {
    if (key === 'select') continue
    if (key === 'columns') query.columns = parseNames(value, 'columns parameter')
    else if (key === 'on_conflict') query.onConflict = parseNames(value, 'on_conflict parameter')
    else if (takesArguments && isArgument(key, value)) query.args.push([key, value])
    else applyParameter(read, key, value)
  }
  return query
}

const keywords = new Set(['order', 'limit', 'offset', 'and', 'or'])

function isArgument(key: string, value: string): boolean {
  const last = key.split('.').at(-1) ?? key
  return key !== '' && !keywords.has(last) && !looksLikeOperation(value)
}

function parseNames(text: string, what: string): string[] | null {
  if (text === '') return null
  const cursor = new Cursor(text, what)
  const names = [cursor.name()]
  while (cursor.accept(',')) names.push(cursor.name())
  if (!cursor.done) cursor.fail('"," or the end')
  return names
}

/** Applies a parameter such as `embed.path.key=value` to the embed that its path names. */
function applyParameter(root: Read, key: string, value: string): void {
  const segments = splitKey(key)
  let last = segments.pop() ?? ''
  let negated = false
  if ((last === 'and' || last === 'or') && segments.at(-1) === 'not') {
    segments.pop()
    negated = true
  }
  const read = embedded(root, segments)
  switch (last) {
    case 'order':
      // Only the first `order` parameter for each relation or embed applies.
      if (read.order.length === 0) read.order = parseOrder(value)
      return
    case 'limit':
      read.limit = parseLimit(value)
      return
    case 'offset':
      read.offset = parseOffset(value)
      return
    case 'and':
    case 'or':
      read.where.push(parseLogic(last, negated, value))
      return
    default: {
      const cursor = new Cursor(last, 'filter')
      const field = parseField(cursor)
      if (!cursor.done) cursor.fail('a column')
      read.where.push({ kind: 'filter', field, ...parseOperation(value) })
      checkLimit('conditions', read.where.length)
    }
  }
}

function splitKey(key: string): string[] {
  if (!key.includes('"')) return key.split('.')
  return key.match(/(?:"(?:\\.|[^"\\])*"|[^."])+/g) ?? ['']
}

function embedded(root: Read, path: readonly string[]): Read {
  let read = root
  for (const quotedName of path) {
    const name = new Cursor(quotedName, 'filter').name()
    // A path names an embed by its alias or by its relation name.
    const embeds = read.select.filter((item) => item.kind === 'embed')
    const embed =
      embeds.find((item) => (item.alias ?? item.name) === name) ??
      embeds.find((item) => item.name === name)
    if (!embed) throw notEmbedded(name)
    read = embed.read
  }
  return read
}

/** Parses an order such as `a.desc.nullslast,relation(b)`. Throws ApiError PGRST100 if invalid. */
function parseOrder(text: string): OrderTerm[] {
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

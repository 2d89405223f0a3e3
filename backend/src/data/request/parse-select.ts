import { Cursor } from './cursor.ts'
import { parseJsonPath } from './parse-field.ts'
import { aggregates, type Embed, type Read, type SelectColumn, type SelectItem } from './query.ts'

/** Parses `select=…`. Throws ApiError PGRST100. */
export function parseSelect(text: string): SelectItem[] {
  const cursor = new Cursor(text, 'select parameter')
  const items = parseItems(cursor)
  if (!cursor.done) cursor.fail('"," or the end')
  return items
}

export function emptyRead(select: SelectItem[]): Read {
  return { select, where: [], order: [], limit: null, offset: 0 }
}

function parseItems(cursor: Cursor): SelectItem[] {
  if (cursor.done || cursor.peek() === ')') return []
  const items = [parseItem(cursor)]
  while (cursor.accept(',')) items.push(parseItem(cursor))
  return items
}

function parseItem(cursor: Cursor): SelectItem {
  if (cursor.accept('*')) return { kind: 'star' }
  const spread = cursor.accept('...')
  const alias = parseAlias(cursor)
  const name = cursor.name()
  if (name === 'count' && cursor.accept('()')) {
    const field = { name: '*', path: [] }
    return { kind: 'column', field, alias, cast: parseCast(cursor), aggregate: 'count' }
  }
  if (spread || cursor.peek() === '!' || cursor.peek() === '(') {
    return parseEmbed(cursor, name, alias, spread)
  }
  const path = parseJsonPath(cursor)
  const cast = parseCast(cursor)
  const aggregate = parseAggregate(cursor)
  return {
    kind: 'column',
    field: { name, path },
    alias,
    cast: aggregate ? (parseCast(cursor) ?? cast) : cast,
    aggregate,
  }
}

/** `alias:` when a single colon follows a name; `::` is a cast. */
function parseAlias(cursor: Cursor): string | null {
  return cursor.attempt(() => {
    const name = cursor.name()
    return !cursor.startsWith('::') && cursor.accept(':') ? name : null
  })
}

function parseCast(cursor: Cursor): string | null {
  return cursor.accept('::') ? cursor.name() : null
}

function parseAggregate(cursor: Cursor): SelectColumn['aggregate'] {
  if (!cursor.accept('.')) return null
  const name = aggregates.find((aggregate) => cursor.accept(`${aggregate}()`))
  return name ?? cursor.fail('an aggregate function')
}

function parseEmbed(cursor: Cursor, name: string, alias: string | null, spread: boolean): Embed {
  let hint: string | null = null
  let inner = false
  while (cursor.accept('!')) {
    const word = cursor.name()
    if (word === 'inner') inner = true
    else if (word !== 'left') hint = word
  }
  cursor.expect('(')
  const select = parseItems(cursor)
  cursor.expect(')')
  return { kind: 'embed', name, alias, hint, inner, spread, read: emptyRead(select) }
}

import { Cursor } from './cursor.ts'
import { checkLimit } from './limits.ts'
import { parseJsonPath } from './parse-field.ts'
import { aggregates, type Embed, type Read, type SelectColumn, type SelectItem } from './query.ts'

/** Parses the value of the parameter `select`. Throws ApiError PGRST100 if it is invalid. */
export function parseSelect(text: string): SelectItem[] {
  const cursor = new Cursor(text, 'select parameter')
  const items = parseItems(cursor)
  if (!cursor.done) cursor.fail('"," or the end')
  checkLimit('embeds', countEmbeds(items))
  return items
}

function countEmbeds(items: readonly SelectItem[]): number {
  const embeds = items.filter((item) => item.kind === 'embed')
  return embeds.reduce((count, { read }) => count + countEmbeds(read.select), embeds.length)
}

export function emptyRead(select: SelectItem[]): Read {
  return { select, where: [], order: [], limit: null, offset: 0 }
}

function parseItems(cursor: Cursor, depth = 1): SelectItem[] {
  cursor.skipBlanks()
  if (cursor.done || cursor.peek() === ')') return []
  checkLimit('depth', depth)
  const items = [parseItem(cursor, depth)]
  while (cursor.accept(',')) items.push(parseItem(cursor, depth))
  checkLimit('columns', items.length)
  return items
}

function parseItem(cursor: Cursor, depth: number): SelectItem {
  cursor.skipBlanks()
  const item = parseStar(cursor) ?? parseNamed(cursor, depth)
  cursor.skipBlanks()
  return item
}

function parseStar(cursor: Cursor): SelectItem | null {
  return cursor.accept('*') ? { kind: 'star' } : null
}

function parseNamed(cursor: Cursor, depth: number): SelectItem {
  if (cursor.accept('...')) return parseEmbed(cursor, cursor.name(), null, true, depth)
  const alias = parseAlias(cursor)
  const name = cursor.name()
  if (name === 'count' && cursor.accept('()')) {
    const aggregateCast = parseCast(cursor)
    const field = { name: '*', path: [] }
    return { kind: 'column', field, alias, cast: null, aggregate: 'count', aggregateCast }
  }
  if (cursor.peek() === '!' || cursor.peek() === '(') {
    return parseEmbed(cursor, name, alias, false, depth)
  }
  const field = { name, path: parseJsonPath(cursor) }
  const cast = parseCast(cursor)
  const aggregate = parseAggregate(cursor)
  const aggregateCast = aggregate ? parseCast(cursor) : null
  return { kind: 'column', field, alias, cast, aggregate, aggregateCast }
}

/** Parses the alias in `alias:column`. Returns null for a double colon, which starts a cast. */
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

function parseEmbed(
  cursor: Cursor,
  name: string,
  alias: string | null,
  spread: boolean,
  depth: number,
): Embed {
  let hint: string | null = null
  let join: string | null = null
  while (cursor.accept('!')) {
    const word = cursor.name()
    if (word === 'inner' || word === 'left') join ??= word
    else hint = word
  }
  cursor.expect('(')
  const select = parseItems(cursor, depth + 1)
  cursor.expect(')')
  const inner = join === 'inner'
  return { kind: 'embed', name, alias, hint, inner, spread, read: emptyRead(select) }
}

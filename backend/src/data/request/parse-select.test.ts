import { describe, expect, test } from 'vitest'
import { parseSelect } from './parse-select.ts'

const column = (name: string, rest: object = {}) => ({
  kind: 'column',
  field: { name, path: [] },
  alias: null,
  cast: null,
  aggregate: null,
  aggregateCast: null,
  ...rest,
})

describe('parseSelect', () => {
  test('parseSelect parses columns, aliases, casts and JSON paths', () => {
    expect(parseSelect('id,when:created_at::text,facts->a->0->>b')).toEqual([
      column('id'),
      column('created_at', { alias: 'when', cast: 'text' }),
      column('facts', {
        field: {
          name: 'facts',
          path: [
            { key: 'a', asText: false },
            { key: 0, asText: false },
            { key: 'b', asText: true },
          ],
        },
      }),
    ])
  })

  test('parseSelect accepts dashes in unquoted names and any character in quoted names', () => {
    expect(parseSelect('first-name')).toEqual([column('first-name')])
    expect(parseSelect('"a,b:c(d)"')).toEqual([column('a,b:c(d)')])
    expect(parseSelect(String.raw`"a\"b"`)).toEqual([column('a"b')])
  })

  test('parseSelect parses hints, join types, aliases, spreads and nesting of embeds', () => {
    expect(parseSelect('host:people!owner_id!inner(*,...homes!left(city)),notes()')).toMatchObject([
      {
        kind: 'embed',
        name: 'people',
        alias: 'host',
        hint: 'owner_id',
        inner: true,
        spread: false,
        read: {
          select: [
            { kind: 'star' },
            { kind: 'embed', name: 'homes', hint: null, inner: false, spread: true },
          ],
        },
      },
      { kind: 'embed', name: 'notes', read: { select: [] } },
    ])
  })

  test('parseSelect uses the first join type if an embed specifies two', () => {
    expect(parseSelect('a!inner!left(x),a!left!inner(x)')).toMatchObject([
      { inner: true },
      { inner: false },
    ])
  })

  test('parseSelect parses aggregates', () => {
    expect(parseSelect('count()::text,total:price::int.sum()::money')).toMatchObject([
      { aggregate: 'count', cast: null, aggregateCast: 'text' },
      { alias: 'total', aggregate: 'sum', cast: 'int', aggregateCast: 'money' },
    ])
  })

  test('parseSelect ignores whitespace around selected items', () => {
    expect(parseSelect(' id , "title" ,notes( body ) ')).toEqual(
      parseSelect('id,title,notes(body)'),
    )
  })

  test('parseSelect rejects too many embeds, too deeply nested embeds and too long JSON paths', () => {
    const nested = (depth: number) => 'a('.repeat(depth) + 'x' + ')'.repeat(depth)
    expect(parseSelect(nested(19))).toHaveLength(1)
    const tooMuch = [nested(20), 'a(),'.repeat(65) + 'x', 'data' + '->a'.repeat(33)]
    for (const text of tooMuch) {
      expect(() => parseSelect(text)).toThrow('The request asks for too much')
    }
  })

  test.each([
    '...x:a(b)',
    'id,',
    ',id',
    'id)',
    'a(b',
    'a b;c',
    '"a',
    'a::',
    'a->',
    'a.nope()',
    "a'b",
    'a!(b)',
  ])('parseSelect rejects %s', (text) => {
    expect(() => parseSelect(text)).toThrow(expect.objectContaining({ code: 'PGRST100' }))
  })
})

import { describe, expect, test } from 'vitest'
import { parseSelect } from './parse-select.ts'

const column = (name: string, rest: object = {}) => ({
  kind: 'column',
  field: { name, path: [] },
  alias: null,
  cast: null,
  aggregate: null,
  ...rest,
})

describe('parseSelect', () => {
  test('columns, aliases, casts and JSON paths', () => {
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

  test('names keep dashes and quotes keep everything', () => {
    expect(parseSelect('first-name')).toEqual([column('first-name')])
    expect(parseSelect('"a,b:c(d)"')).toEqual([column('a,b:c(d)')])
    expect(parseSelect(String.raw`"a\"b"`)).toEqual([column('a"b')])
  })

  test('embeds with hint, join, alias, spread and embeds of their own', () => {
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

  test('aggregates', () => {
    expect(parseSelect('count(),total:price.sum()::int')).toMatchObject([
      { aggregate: 'count' },
      { alias: 'total', aggregate: 'sum', cast: 'int', field: { name: 'price' } },
    ])
  })

  test.each(['id,', ',id', 'id)', 'a(b', 'a b;c', '"a', 'a::', 'a->', 'a.nope()', "a'b", 'a!(b)'])(
    'refuses %s',
    (text) => {
      expect(() => parseSelect(text)).toThrow(expect.objectContaining({ code: 'PGRST100' }))
    },
  )
})

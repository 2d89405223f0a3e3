import { describe, expect, test } from 'vitest'
import type { ColumnType } from './column-types.ts'
import { compareValues, isLike } from './compare-values.ts'
import { parseRowFilter } from './row-filter.ts'

const read = (filter: string) =>
  parseRowFilter(filter).map(({ column, operator, isNegated, values }) => [
    column,
    isNegated ? `not.${operator}` : operator,
    ...values,
  ])

describe('parseRowFilter', () => {
  test.each([
    ['location=eq.Tokyo', [['location', 'eq', 'Tokyo']]],
    [
      'a=gt.1,b=not.lt.2',
      [
        ['a', 'gt', '1'],
        ['b', 'not.lt', '2'],
      ],
    ],
    [
      'id=in.(a,"b,c",d),e=is.null',
      [
        ['id', 'in', 'a', 'b,c', 'd'],
        ['e', 'is', 'null'],
      ],
    ],
    [
      String.raw`name=eq."a,\"b\"\\",x=eq.1`,
      [
        ['name', 'eq', String.raw`a,"b"\ `.trim()],
        ['x', 'eq', '1'],
      ],
    ],
    ['at=gte.2026-01-01T00:00:00Z', [['at', 'gte', '2026-01-01T00:00:00Z']]],
    ['note=eq.5" wide', [['note', 'eq', '5" wide']]],
    ['a=eq.', [['a', 'eq', '']]],
    ['b=like.%=x%', [['b', 'like', '%=x%']]],
  ])('parseRowFilter parses the filter %s', (filter, expected) => {
    expect(read(filter)).toEqual(expected)
  })

  test.each(['location~Tokyo', 'a=eq', 'a=near.1', 'a=in.1,2', 'a=is.maybe', ',a=eq.1', '=eq.1'])(
    'parseRowFilter throws for the invalid filter %s',
    (filter) => {
      expect(() => parseRowFilter(filter)).toThrow(/^Invalid filter "/)
    },
  )

  test('parseRowFilter returns no conditions for a missing or empty filter', () => {
    expect(parseRowFilter(undefined)).toEqual([])
    expect(parseRowFilter('')).toEqual([])
  })
})

const type = (base: string, kind: ColumnType['kind'] = 'text'): ColumnType => ({
  name: base,
  base,
  kind,
  sqlName: base,
})

describe('compareValues', () => {
  test.each([
    ['9007199254740993', '9007199254740992', 'int8', 1],
    ['10', '9', 'int4', 1],
    ['1.50', '1.5', 'numeric', 0],
    ['99.99', '100', 'numeric', -1],
    ['NaN', 'Infinity', 'float8', 1],
    ['-0', '0', 'float8', 0],
    ['t', 'f', 'bool', 1],
    ['2026-01-02 00:00:00+00', '2026-01-02 00:00:00.5+00', 'timestamptz', -1],
  ])('compareValues compares %s and %s of type %s like PostgreSQL', (left, right, name, sign) => {
    expect(Math.sign(compareValues(left, right, type(name), true) ?? Number.NaN)).toBe(sign)
  })

  test.each([
    ['a', 'b', 'text'],
    ['123456789012345678.5', '1', 'numeric'],
    ['9007199254740993', '9007199254740992', 'numeric'],
    ['infinity', '2026-01-01', 'date'],
    ['{"a":1}', '{"a": 1}', 'jsonb'],
  ])(
    'compareValues leaves the comparison of %s and %s of type %s to PostgreSQL',
    (left, right, name) => {
      expect(compareValues(left, right, type(name), true)).toBeNull()
    },
  )

  test('compareValues treats enum values as equal only if they have the same text', () => {
    expect(compareValues('open', 'open', type('state', 'enum'), false)).toBe(0)
    expect(compareValues('open', 'shut', type('state', 'enum'), false)).not.toBe(0)
  })
})

test.each([
  ['loft in Tokyo', 'loft%', true],
  ['loft in Tokyo', '%Tok_o', true],
  ['loft in Tokyo', '%tok_o', false],
  ['100%', String.raw`100\%`, true],
  ['1000', String.raw`100\%`, false],
  ['a\nb', 'a%b', true],
  ['', '%', true],
  ['', '_', false],
  ['😀', '_', true],
  [`${'a'.repeat(5_000)}b`, `${'%a'.repeat(50)}`, false],
])('isLike(%j, %j) returns %s', (value, pattern, expected) => {
  expect(isLike(value, pattern)).toBe(expected)
})

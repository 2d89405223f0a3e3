import { describe, expect, test } from 'vitest'
import { looksLikeOperation, parseLogic, parseOperation } from './parse-filter.ts'

describe('parseOperation', () => {
  test.each([
    ['eq.a.b,c', { kind: 'compare', operator: 'eq', quantifier: null, value: 'a.b,c' }],
    ['like(any).{a*,b*}', { operator: 'like', quantifier: 'any', value: '{a*,b*}' }],
    ['in.(1,"a,b","c\\"d",)', { kind: 'in', values: ['1', 'a,b', 'c"d', ''] }],
    ['in.()', { kind: 'in', values: [] }],
    ['is.NULL', { kind: 'is', value: 'null' }],
    [
      'fts(english).a & b',
      { kind: 'search', operator: 'fts', language: 'english', value: 'a & b' },
    ],
  ])('parseOperation parses %s', (text, operation) => {
    expect(parseOperation(text)).toMatchObject({ negated: false, operation })
  })

  test('parseOperation parses a not. prefix as negation', () => {
    expect(parseOperation('not.eq.1').negated).toBe(true)
  })

  test.each([
    '1',
    'eq',
    'foo.1',
    'is.maybe',
    'in.1',
    'in.(1',
    'in.(1)x',
    'eq(most).1',
    'not.not.eq.1',
    'fts(0).a',
    'fts(-).a',
    'fts().a',
    'cs(any).1',
  ])('parseOperation rejects %s', (text) => {
    expect(() => parseOperation(text)).toThrow(expect.objectContaining({ code: 'PGRST100' }))
  })
})

describe('parseLogic', () => {
  test('parseLogic parses nested and negated conditions and detects where each value ends', () => {
    const tree = parseLogic('or', false, '(a.eq.1,not.and(b.in.(2,3),c.eq."x,)"),d.cs.{p,"q}"})')
    expect(tree).toMatchObject({
      operator: 'or',
      conditions: [
        { field: { name: 'a' }, operation: { value: '1' } },
        {
          kind: 'logic',
          operator: 'and',
          negated: true,
          conditions: [{ operation: { values: ['2', '3'] } }, { operation: { value: 'x,)' } }],
        },
        { field: { name: 'd' }, operation: { value: '{p,"q}"}' } },
      ],
    })
  })

  test('parseLogic accepts column names that start with a logic operator, such as and_then and order', () => {
    expect(parseLogic('and', false, '(and_then.eq.1,order.eq.2)')).toMatchObject({
      conditions: [{ field: { name: 'and_then' } }, { field: { name: 'order' } }],
    })
  })

  test.each(['', '()', '(a.eq.1', '(a.eq.1))', '(a)', 'a.eq.1'])(
    'parseLogic rejects %j',
    (text) => {
      expect(() => parseLogic('or', false, text)).toThrow('failed to parse')
    },
  )

  test('parseLogic rejects a condition tree that is nested too deeply', () => {
    const tree = '(and'.repeat(30) + '(a.eq.1)' + ')'.repeat(30)
    expect(() => parseLogic('or', false, tree)).toThrow('The request asks for too much')
  })

  test('parseLogic includes the column number in its error for invalid syntax', () => {
    expect(() => parseLogic('or', false, '(a.eq.1')).toThrow('(line 1, column 10)')
  })
})

test('looksLikeOperation distinguishes filters from function arguments', () => {
  expect(['eq.1', 'not.in.(1)', 'fts(english).x'].every(looksLikeOperation)).toBe(true)
  expect(['1', 'equal.1', 'Asia/Tokyo', '2026-01-01', 'a.b'].some(looksLikeOperation)).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { parsePayload } from './parse-body.ts'

const json = (body: string, columns: string[] | null = null) =>
  parsePayload(body, 'application/json; charset=utf-8', columns)

describe('JSON', () => {
  test('parsePayload distinguishes one row from an array of rows and keeps the JSON text unchanged', () => {
    expect(json('{"a": 1.10}')).toEqual({ json: '{"a": 1.10}', isArray: false, keys: ['a'] })
    expect(json('[{"a":1,"b":2},{"b":1,"a":2}]')).toMatchObject({ isArray: true, keys: ['a', 'b'] })
  })

  test.each(['[]', '"text"', 'null', '5'])(
    'parsePayload returns no rows for the JSON value %s',
    (body) => {
      expect(json(body)).toEqual({ json: '[]', isArray: true, keys: [] })
    },
  )

  test.each(['[{"a":1},{"b":1}]', '[{"a":1},{}]', '[1]', '[{"a":1},null]'])(
    'parsePayload rejects an array whose elements are not all objects with the same keys: %s',
    (body) => {
      expect(() => json(body)).toThrow('All object keys must match')
    },
  )

  test.each(['', '{"a"', 'a=1'])('parsePayload rejects %j as invalid JSON', (body) => {
    expect(() => json(body)).toThrow(expect.objectContaining({ code: 'PGRST102' }))
  })

  test('parsePayload does not parse the rows if the request has a columns parameter', () => {
    expect(json(' {"b":1', ['a'])).toEqual({ json: ' {"b":1', isArray: false, keys: ['a'] })
    expect(json('[{"b":1},{}]', ['a'])).toMatchObject({ isArray: true, keys: ['a'] })
  })

  test('parsePayload rejects JSON nested more than 1,000 levels deep, and ignores brackets in strings', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(json(nested(999)).keys).toEqual(['a'])
    expect(() => json(nested(1000))).toThrow('nested')
    expect(json(JSON.stringify({ a: '['.repeat(3000) })).keys).toEqual(['a'])
  })
})

test('parsePayload reads a form-encoded body as one row of strings', () => {
  expect(parsePayload('a=1&b=x+y%26', 'application/x-www-form-urlencoded', null)).toEqual({
    json: '{"a":"1","b":"x y&"}',
    isArray: false,
    keys: ['a', 'b'],
  })
})

test('parsePayload reads CSV as rows of strings, with the column names in the first line', () => {
  const { json: rows } = parsePayload('a,b\r\n1,"x, ""y""\nz"\nNULL,\n', 'text/csv', null)
  expect(JSON.parse(rows)).toEqual([
    { a: '1', b: 'x, "y"\nz' },
    { a: null, b: '' },
  ])
  expect(() => parsePayload('a,b\n1\n', 'text/csv', null)).toThrow('same number of fields')
  expect(() => parsePayload('a,b', 'text/csv', null)).toThrow('line of column names')
})

test('parsePayload rejects unsupported media types', () => {
  expect(() => parsePayload('<a/>', 'text/html', null)).toThrow(
    'Content-Type not acceptable: text/html',
  )
})

import { expect, test } from 'vitest'
import { csvToJson } from './parse-csv.ts'

test.each([
  ['a\n1', [{ a: '1' }]],
  [
    'a,b\r\n"x, ""y""\r\nz",NULL\r\n\r\n,\r\n',
    [
      { a: 'x, "y"\r\nz', b: null },
      { a: '', b: '' },
    ],
  ],
  ['a,b\n1,', [{ a: '1', b: '' }]],
  ['a\nsay "hi"', [{ a: 'say "hi"' }]],
  ['a\r1\n', [{ a: '1' }]],
  ['a\n', []],
])('csvToJson converts %j to %j', (text, rows) => {
  expect(JSON.parse(csvToJson(text).json)).toEqual(rows)
})

test.each(['"a"\n"', 'a\n"x"y', 'a,b\n1', `${'a,'.repeat(2000)}\n1`])(
  'csvToJson rejects %j',
  (text) => {
    expect(() => csvToJson(text)).toThrow(expect.objectContaining({ code: 'PGRST102' }))
  },
)

// Quadratic time would exceed the timeout many times over.
test('csvToJson finishes for a megabyte of any structure', { timeout: 60_000 }, () => {
  const size = 1024 * 1024
  for (const odd of ['b', '"', '"b', '"""b', 'b\r', '"a"",', '\r', ',"'])
    for (const end of ['', '\rc', '"', 'x'])
      try {
        csvToJson(`a\n${odd.repeat(size / 8 / odd.length)}${end}`)
      } catch {
        // Some of these are not valid CSV.
      }
})

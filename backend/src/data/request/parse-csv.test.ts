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

// Each input is 128 KB long, so that a parser with quadratic run time would exceed the timeout.
test(
  'csvToJson parses or rejects 128 KB of repeated letters, quotes, commas or line breaks within 5 s',
  { timeout: 5_000 },
  () => {
    for (const odd of ['b', '"', '"b', '"""b', 'b\r', '"a"",', '\r', ',"'])
      for (const end of ['', '\rc', '"', 'x']) {
        let code = 'none'
        try {
          csvToJson(`a\n${odd.repeat(131_072 / odd.length)}${end}`)
        } catch (error) {
          code = (error as { code: string }).code
        }
        expect(['none', 'PGRST102']).toContain(code)
      }
  },
)

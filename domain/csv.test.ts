import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('csvOf quotes commas, quotes and line breaks, and ends each line with CRLF', () => {
  expect(csvOf([['Name'], ['Loft, "big"'], ['a\nb']])).toBe('Name\r\n"Loft, ""big"""\r\n"a\nb"\r\n')
})

test.each(['=1+1', '+1 555', '-a', '@x', '＝1+1', '\t=1'])(
  'csvOf adds an apostrophe to "%s", which a spreadsheet would run as a formula',
  (text) => expect(csvOf([[text]])).toBe(`'${text}\r\n`),
)

test('csvOf adds an apostrophe to a text whose first line is empty', () => {
  expect(csvOf([['\n=1+1']])).toBe('"\'\n=1+1"\r\n')
})

test('csvOf keeps negative numbers', () => {
  expect(csvOf([[-5, '-5.00']])).toBe('-5,-5.00\r\n')
})

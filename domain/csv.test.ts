import { expect, test } from 'vitest'
import { amountCell, csvOf } from './csv.ts'

const csvOfNames = (...names: (string | number)[]) =>
  csvOf<string | number>([['Name', (name) => name]], names)

test('csvOf writes a line with the names of the columns, then a line per row', () => {
  const columns = [
    ['Name', ({ name }: { name: string }) => name],
    ['Length', ({ name }: { name: string }) => name.length],
  ] as const
  expect(csvOf(columns, [{ name: 'Loft' }])).toBe('Name,Length\r\nLoft,4\r\n')
})

test.each([
  [12.5, 'USD', '12.50'],
  [-5, 'EUR', '-5.00'],
  [8000, 'JPY', '8000'],
] as const)('amountCell writes %d %s as %s', (amount, currency, text) => {
  expect(amountCell(amount, { currency })).toBe(text)
})

test('csvOf quotes commas, quotes and line breaks, and ends each line with CRLF', () => {
  expect(csvOfNames('Loft, "big"', 'a\nb')).toBe('Name\r\n"Loft, ""big"""\r\n"a\nb"\r\n')
})

test.each(['=1+1', '+1 555', '-a', '@x', '＝1+1', '\t=1'])(
  'csvOf adds an apostrophe to "%s", which a spreadsheet would run as a formula',
  (text) => expect(csvOfNames(text)).toBe(`Name\r\n'${text}\r\n`),
)

test('csvOf adds an apostrophe to a text whose first line is empty', () => {
  expect(csvOfNames('\n=1+1')).toBe('Name\r\n"\'\n=1+1"\r\n')
})

test('csvOf keeps negative numbers', () => {
  expect(csvOfNames(-5, '-5.00')).toBe('Name\r\n-5\r\n-5.00\r\n')
})

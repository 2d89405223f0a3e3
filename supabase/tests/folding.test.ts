import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { folded } from '@hourspace/domain/folding.ts'
import { addPerson, spaceOf } from './records.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

test.each([
  ['Kōenji', 'koenji'],
  ['São Paulo', 'sao paulo'],
  ['Sa\u0303o', 'sao'],
  ['ÅNGSTRÖM', 'angstrom'],
  ['İstanbul', 'istanbul'],
  ['ΠΕΙΡΑΙΆΣ', 'πειραιασ'],
  ['Йошкар', 'иошкар'],
  ['Ｔｏｋｙｏ 1½', 'tokyo 11⁄2'],
  ['Straße, Łódź', 'straße, łodz'],
  ['กรุงเทพ', 'กรุงเทพ'],
  ['दिल्ली', 'दिल्ली'],
  ['高円寺', '高円寺'],
  ['', ''],
])('%j is folded to %j, in the browser and in the database', async (text, expected) => {
  const [row] = await database.sql<[{ folded: string }]>`select folded(${text})`
  expect(folded(text)).toBe(expected)
  expect(row.folded).toBe(expected)
})

test('the address of a space keeps the letters under its accents', async () => {
  const { sql } = database
  const host = await addPerson(sql, 'host@example.com')
  const space = spaceOf(host, { title: 'Café', location: 'Kōenji' })
  const [row] = await sql<[{ slug: string }]>`insert into spaces ${sql(space)} returning slug`
  expect(row.slug).toMatch(/^cafe-koenji-/)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { folded } from '@hourspace/domain/folding.ts'
import { addUser, spaceOf } from './records.ts'

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
])('search folding turns %j into %j in domain/ and in SQL', async (text, expected) => {
  const [row] = await database.sql<[{ folded: string }]>`select folded(${text})`
  expect(folded(text)).toBe(expected)
  expect(row.folded).toBe(expected)
})

test('the slug of a space replaces accented letters with plain letters', async () => {
  const { sql } = database
  const host = await addUser(sql, 'host@example.com')
  const space = spaceOf(host, { title: 'Café', location: 'Kōenji' })
  const [row] = await sql<[{ slug: string }]>`insert into spaces ${sql(space)} returning slug`
  expect(row.slug).toMatch(/^cafe-koenji-/)
})

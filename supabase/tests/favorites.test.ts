import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addSpace, addUser, asUser, spaceOf } from './records.ts'

let database: TestDatabase
let space: string

beforeAll(async () => {
  database = await createTestDatabase()
  const host = await addUser(database.sql, 'host@example.com')
  space = await addSpace(database.sql, host)
})

afterAll(() => database.drop())

const save = (user: string, spaceId: string, listId: string | null = null) =>
  asUser(database.sql, user, async (sql) => {
    const [row] = await sql`select save_favorite(${spaceId}, ${listId}) as list`
    return row!['list'] as string
  })

const listsOf = (user: string) =>
  asUser(database.sql, user, async (sql) => {
    const [row] = await sql`select own_favorite_lists() as lists`
    return row!['lists'] as { id: string; name: string; space_ids: string[] }[]
  })

test('saving the first space creates the list Favorites, and saving the same space again changes nothing', async () => {
  const guest = await addUser(database.sql, 'first@example.com')
  const list = await save(guest, space)
  expect(await save(guest, space)).toBe(list)
  expect(await listsOf(guest)).toEqual([
    { id: list, name: 'Favorites', share_key: null, space_ids: [space], unlisted: 0 },
  ])
})

test('a list of favorites counts saved spaces that are no longer listed, but not deleted spaces', async () => {
  const { sql } = database
  const guest = await addUser(sql, 'keeper@example.com')
  const host = await addUser(sql, 'closing@example.com')
  const closing = await addSpace(sql, host)
  await save(guest, closing)
  await save(guest, space)
  await sql`update spaces set archived_at = now() where id = ${closing}`
  expect(await listsOf(guest)).toMatchObject([{ space_ids: [space], unlisted: 1 }])
  await sql`update spaces set withdrawn_at = now() where id = ${closing}`
  expect(await listsOf(guest)).toMatchObject([{ space_ids: [space], unlisted: 0 }])
})

test('concurrent saves by one user create only one list', async () => {
  const guest = await addUser(database.sql, 'quick@example.com')
  const saved = await Promise.all(Array.from({ length: 8 }, () => save(guest, space)))
  expect(new Set(saved).size).toBe(1)
  expect(await listsOf(guest)).toHaveLength(1)
})

test('an account has at most 50 favorites lists, even if they are created concurrently', async () => {
  const guest = await addUser(database.sql, 'collector@example.com')
  const results = await Promise.allSettled(
    Array.from({ length: 55 }, (_, index) =>
      asUser(
        database.sql,
        guest,
        (sql) => sql`insert into favorite_lists (name) values (${`List ${index}`})`,
      ),
    ),
  )
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(5)
  expect(refused[0]!.reason).toMatchObject({ code: 'PT409', detail: 'too_many_favorite_lists' })
})

test('a favorites list holds at most 500 spaces', async () => {
  const guest = await addUser(database.sql, 'hoarder@example.com')
  const list = await save(guest, space)
  const { sql } = database
  const host = await addUser(sql, 'estate@example.com')
  const spaces = Array.from({ length: 500 }, () => spaceOf(host))
  const added = await sql<{ id: string }[]>`insert into spaces ${sql(spaces)} returning id`
  const rows = added.slice(0, 499).map(({ id }) => ({ list_id: list, space_id: id }))
  await sql`insert into favorites ${sql(rows)}`
  await expect(save(guest, added[499]!.id)).rejects.toMatchObject({
    code: 'PT409',
    detail: 'too_many_favorites',
    message: 'A list holds 500 spaces. Please use another list',
  })
})

test('a shared favorites list is readable with its key until the user stops sharing it', async () => {
  const { sql } = database
  const guest = await addUser(sql, 'sharer@example.com')
  const list = await save(guest, space)
  const key = crypto.randomUUID()
  const shared = async () => {
    const [row] = await sql.begin(async (scope) => {
      await scope`set local role anon`
      return scope`select shared_favorites(${key}) as list`
    })
    return row!['list'] as unknown
  }
  const setKey = (value: string | null) =>
    asUser(
      sql,
      guest,
      (scope) => scope`update favorite_lists set share_key = ${value} where id = ${list}`,
    )

  expect(await shared()).toBeNull()
  await setKey(key)
  expect(await shared()).toEqual({ name: 'Favorites', space_ids: [space] })
  await setKey(null)
  expect(await shared()).toBeNull()
})

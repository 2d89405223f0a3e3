import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addSpace, addUser, asUser } from './records.ts'

let database: TestDatabase
let types = 0

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

const newType = (label?: string) => {
  types += 1
  return { name: `type-${types}`, label: label ?? `Rooftop ${types}` }
}

async function addType(name: string, label = name): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`
    insert into space_types (name, label) values (${name}, ${label}) returning id`
  return row!.id
}

async function member(email: string, { isVerified = true, isAdmin = false } = {}) {
  const { sql } = database
  const id = await addUser(sql, email)
  const verifiedAt = isVerified ? new Date() : null
  await sql`update auth.users set email_confirmed_at = now(), confirmation_sent_at = ${verifiedAt}
    where id = ${id}`
  await sql`update profiles set is_admin = ${isAdmin} where id = ${id}`
  const [session] = await sql<{ id: string }[]>`
    insert into auth.sessions (user_id) values (${id}) returning id`
  return { id, session_id: session!.id }
}

type Member = Awaited<ReturnType<typeof member>>

const add = ({ id, session_id }: Member, type = newType()) =>
  asUser(database.sql, id, (sql) => sql`insert into space_types ${sql(type)}`, { session_id })

const remove = ({ id, session_id }: Member, type: string, mergeInto: string | null = null) =>
  asUser(database.sql, id, (sql) => sql`select remove_space_type(${type}, ${mergeInto})`, {
    session_id,
  })

const typeOf = async (space: string) => {
  const [row] = await database.sql<{ type: string }[]>`select type from spaces where id = ${space}`
  return row?.type
}

test('the database rejects a space type added by an account without a verified email', async () => {
  await expect(add(await member('new@example.com', { isVerified: false }))).rejects.toMatchObject({
    code: 'PT403',
    detail: 'email_not_verified',
  })
})

test('the database rejects the fourth space type that an account adds on one day', async () => {
  const user = await member('eager@example.com')
  for (let count = 0; count < 3; count += 1) await add(user)
  await expect(add(user)).rejects.toMatchObject({
    code: 'PT429',
    detail: 'too_many_space_types',
    message: 'You can add 3 space types a day. Please try again tomorrow',
  })
})

test('the database rejects a space type added with the access token of a revoked session', async () => {
  const user = await member('gone@example.com')
  await database.sql`delete from auth.sessions where id = ${user.session_id}`
  await expect(add(user)).rejects.toMatchObject({ code: 'PT401', detail: 'session_not_found' })
})

test('the database rejects a space type added with an access token that contains another user’s session id', async () => {
  const [user, other] = [await member('one@example.com'), await member('two@example.com')]
  await expect(add({ ...user, session_id: other.session_id })).rejects.toMatchObject({
    detail: 'session_not_found',
  })
})

test('the database rejects a space type added with the access token of a deleted account', async () => {
  const user = await member('deleted@example.com')
  await database.sql`select erase_account(${user.id})`
  await expect(add(user)).rejects.toMatchObject({ code: 'PT403', detail: 'account_deleted' })
})

test.each([
  ['a link', 'https://evil.example'],
  ['a link without a scheme', '//evil'],
  ['a host name', 'Buy at evil.com'],
  ['a host name with an ideographic full stop', 'evil。com'],
  ['a host name that starts with www', 'www evil com'],
  ['an email address', 'me@evil'],
  ['a line break', 'Roof\ntop'],
  ['a zero-width space', 'Roof\u200btop'],
  ['a right-to-left override', 'Roof\u202etop'],
  ['markup', '<b>Rooftop'],
])('the database rejects a space type whose label contains %s', async (_what, label) => {
  await expect(
    database.sql`insert into space_types ${database.sql(newType(label))}`,
  ).rejects.toMatchObject({ constraint_name: 'space_types_label_plain' })
})

test.each(['Café & Bar', '屋上テラス', 'Arts / crafts (small)', "St. John's Hall", 'Räume, groß'])(
  'the database accepts the space type label "%s"',
  async (label) => {
    const { count } = await database.sql`
      insert into space_types ${database.sql(newType(label))}`
    expect(count).toBe(1)
  },
)

test('the database rejects a second space type whose label differs only in case or outer spaces', async () => {
  await addType('winter-garden', 'Winter Garden')
  await expect(addType('wintergarden', ' winter GARDEN')).rejects.toMatchObject({
    constraint_name: 'space_types_label_key',
  })
})

test('only an admin can rename a space type, its spaces keep the type, and the audit log records the rename', async () => {
  const { sql } = database
  const admin = await member('ada@example.com', { isAdmin: true })
  const type = await addType('old-name')
  const space = await addSpace(sql, admin.id, { type: 'old-name' })
  const rename = (user: Member) =>
    asUser(
      sql,
      user.id,
      (as) => as`update space_types set name = 'new-name', label = 'New' where id = ${type}`,
      user,
    )
  expect((await rename(await member('maya@example.com'))).count).toBe(0)
  expect((await rename(admin)).count).toBe(1)
  expect(await typeOf(space)).toBe('new-name')
  expect(
    await sql`select admin_id, action, details from admin_actions where target_id = 'old-name'`,
  ).toEqual([
    {
      admin_id: admin.id,
      action: 'space_type.rename',
      details: { from: expect.any(String), to: 'New' },
    },
  ])
})

test('an admin can remove a space type in use only by merging it into another type', async () => {
  const admin = await member('grace@example.com', { isAdmin: true })
  const type = await addType('spam')
  const studio = await addType('real')
  const space = await addSpace(database.sql, admin.id, { type: 'spam' })
  await expect(remove(admin, type)).rejects.toMatchObject({
    code: 'PT409',
    detail: 'space_type_in_use',
  })
  await expect(remove(admin, type, type)).rejects.toMatchObject({ detail: 'space_type_in_use' })
  await remove(admin, type, studio)
  expect(await typeOf(space)).toBe('real')
  expect(await database.sql`select from space_types where id = ${type}`).toHaveLength(0)
})

test('an admin can remove an unused space type without merging it into another type', async () => {
  const admin = await member('root@example.com', { isAdmin: true })
  const type = await addType('unused')
  await remove(admin, type)
  expect(await database.sql`select from space_types where id = ${type}`).toHaveLength(0)
  await expect(remove(admin, type)).rejects.toMatchObject({ detail: 'space_type_not_found' })
})

test('a user who is not an admin cannot remove a space type', async () => {
  const type = await addType('kept')
  await expect(remove(await member('guest@example.com'), type)).rejects.toMatchObject({
    code: '42501',
  })
})

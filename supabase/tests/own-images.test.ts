import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addSpace, addUser, asUser, spaceOf } from './records.ts'

let database: TestDatabase
let host: string

beforeAll(async () => {
  database = await createTestDatabase()
  host = await addUser(database.sql, 'host@example.com')
})

afterAll(() => database.drop())

const iss = 'https://hourspace.example/auth/v1'

const list = (image: string, claims = { iss }) =>
  asUser(
    database.sql,
    host,
    (sql) => sql`insert into spaces ${sql(spaceOf(host, { images: [image] }))} returning id`,
    claims,
  )

const foreign = { code: 'PT400', detail: 'foreign_image' }

const folder = '/storage/v1/object/public/spaces'

const foreignImages = [
  'https://tracker.evil.example/pixel.gif',
  'http://169.254.169.254/latest/meta-data',
  `https://evil.example${folder}/a.webp`,
  `https://hourspace.example@evil.example${folder}/a.webp`,
  `https://hourspace.example.evil.example${folder}/a.webp`,
  `//evil.example${folder}/a.webp`,
  `https://hourspace.example/redirect${folder}/a.webp`,
  '/storage/v1/object/public/applications/a.pdf',
  '/storage/v1/object/sign/spaces/a.webp',
  `${folder}/../../../../../functions/v1/a`,
  `${folder}/%2e%2E/%2e%2e/b`,
  `${folder}/a.webp#b`,
  `${folder}/a b.webp`,
  `${folder}/"onerror=`,
  `${folder}/`,
  'data:image/svg+xml;base64,AAAA',
  'javascript:alert(1)',
]

test.each(foreignImages)('the database rejects %s as an image of a space', async (image) => {
  await expect(list(image)).rejects.toMatchObject(foreign)
})

test.each(foreignImages)('the database rejects %s as a profile picture', async (image) => {
  const change = asUser(
    database.sql,
    host,
    (sql) => sql`update profiles set avatar_url = ${image} where id = ${host}`,
    { iss },
  )
  await expect(change).rejects.toMatchObject(foreign)
})

test('the database rejects an update that adds an image from another server to a space', async () => {
  const space = await addSpace(database.sql, host, { images: [`${folder}/a.webp`] })
  const change = asUser(
    database.sql,
    host,
    (sql) => sql`update spaces set images = array_append(images, 'https://evil.example/b.webp')
      where id = ${space}`,
  )
  await expect(change).rejects.toMatchObject(foreign)
})

test.each([
  `${folder}/5a-b_c.webp`,
  `${folder}/demo/loft%20one.webp?v=2`,
  '/storage/v1/render/image/public/spaces/a.webp?width=320',
  `https://hourspace.example${folder}/a.webp`,
])('the database accepts %s as an image of a space', async (image) => {
  expect(await list(image)).toHaveLength(1)
})

test('the database rejects absolute image URLs if the access token has no issuer URL', async () => {
  const image = `https://hourspace.example${folder}/a.webp`
  await expect(list(image, { iss: 'supabase' })).rejects.toMatchObject(foreign)
})

test('the database accepts profile pictures only from the bucket profile-images', async () => {
  const save = (bucket: string) =>
    asUser(
      database.sql,
      host,
      (sql) => sql`
        update profiles set avatar_url = ${`/storage/v1/object/public/${bucket}/a.webp`}
        where id = ${host}`,
    )
  await expect(save('spaces')).rejects.toMatchObject(foreign)
  expect((await save('profile-images')).count).toBe(1)
})

test('a new profile does not use the picture from an identity provider', async () => {
  const { sql } = database
  const metadata = sql.json({ full_name: 'Nia', avatar_url: 'https://avatars.example/nia.png' })
  const [user] = await sql<{ id: string }[]>`
    insert into auth.users (email, raw_user_meta_data)
    values ('nia@example.com', ${metadata}) returning id`
  expect(await sql`select full_name, avatar_url from profiles where id = ${user!.id}`).toEqual([
    { full_name: 'Nia', avatar_url: null },
  ])
})

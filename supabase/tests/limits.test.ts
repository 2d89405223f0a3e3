import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addBooking, addUser, addSpace } from './records.ts'

let database: TestDatabase
let host: string

beforeAll(async () => {
  database = await createTestDatabase()
  host = await addUser(database.sql, 'host@example.com')
})

afterAll(() => database.drop())

const listSpace = (values?: Record<string, unknown>) => addSpace(database.sql, host, values)

const preview = 'data:image/webp;base64,UklGRg=='
const image = (name: string) => `/storage/v1/object/public/spaces/${name}.webp`
const withPreview = (text: string) => ({ images: [image('a')], image_previews: [text] })

test.each([
  ['an image URL of 20,000 characters', { images: [image('x'.repeat(20_000))] }, 'images_length'],
  ['six images', { images: Array(6).fill(image('a')) }, 'at_most_five_images'],
  ['more previews than images', { image_previews: [preview] }, 'image_previews_of_images'],
  [
    'an image preview with an http URL',
    withPreview('https://example.com/a.webp'),
    'image_previews_valid',
  ],
  [
    'an image preview that is no WebP',
    withPreview('data:image/svg+xml;base64,AAAA'),
    'image_previews_valid',
  ],
  [
    'an image preview that closes the CSS url()',
    withPreview(`${preview}");x:url("`),
    'image_previews_valid',
  ],
  [
    'an image preview over 600 characters',
    withPreview(preview + 'A'.repeat(600)),
    'image_previews_valid',
  ],
  ['more captions than images', { image_captions: ['Desk'] }, 'image_captions_of_images'],
  [
    'a caption of 800 characters',
    { images: [image('a')], image_captions: ['x'.repeat(800)] },
    'image_captions_of_images',
  ],
  ['an amenity of 4,000 characters', { amenities: ['x'.repeat(4000)] }, 'amenities_length'],
  ['a meta description over 500 characters', { meta_description: 'x'.repeat(501) }, 'meta_length'],
  ['a meta keyword of 4,000 characters', { meta_keywords: ['x'.repeat(4000)] }, 'meta_length'],
  ['a title of 200 spaces after a letter', { title: `A${' '.repeat(200)}` }, 'title_present'],
  [
    'a description of 6,000 spaces after a letter',
    { description: `A${' '.repeat(6000)}` },
    'description_present',
  ],
  ['a title of spaces', { title: '   ' }, 'title_present'],
  ['a negative price', { price: -1 }, 'price_not_negative'],
  ['a price of half a yen', { price: 100.5, currency: 'JPY' }, 'price_fits_currency'],
])('the database rejects a space with %s', async (_space, overrides, constraint) => {
  await expect(listSpace(overrides)).rejects.toMatchObject({
    constraint_name: `spaces_${constraint}`,
  })
})

test('the database rejects labels, names, languages and photo URLs that are long only because of spaces, subtags or paths', async () => {
  const { sql } = database
  const spaces = ' '.repeat(200)
  const space = await listSpace()
  await expect(
    sql`insert into space_types (name, label) values ('long', ${`A${spaces}`})`,
  ).rejects.toMatchObject({ constraint_name: 'space_types_label_present' })
  await expect(
    sql`insert into space_extras (space_id, name, price, unit)
      values (${space}, ${`A${spaces}`}, 5, 'booking')`,
  ).rejects.toMatchObject({ constraint_name: 'space_extras_name_present' })
  await expect(
    sql`update profiles set languages = ${[`en${'-abcdefgh'.repeat(1000)}`]} where id = ${host}`,
  ).rejects.toMatchObject({ constraint_name: 'profiles_languages_valid' })
  await sql`update profiles set languages = '{zh-Hant-TW,pt-BR}' where id = ${host}`
  const guest = await addUser(sql, 'guest@example.com')
  const booking = await addBooking(sql, { guest, space, day: 7 })
  await expect(
    sql`
      insert into reviews (space_id, booking_id, user_id, rating, photos)
      values (${space}, ${booking}, ${guest}, 5, ${[image('x'.repeat(20_000))]})`,
  ).rejects.toMatchObject({ constraint_name: 'reviews_photos_length' })
})

test('changing the images of a space without new previews clears image_previews', async () => {
  const { sql } = database
  const id = await listSpace({ images: [image('a'), image('b')], image_previews: ['', preview] })
  const previewsAfter = async (change: Record<string, unknown>) => {
    const [row] = await sql<{ image_previews: string[] }[]>`
      update spaces set ${sql(change)} where id = ${id} returning image_previews`
    return row?.image_previews
  }
  expect(await previewsAfter({ images: [image('a'), image('b')], price: 90 })).toEqual([
    '',
    preview,
  ])
  expect(await previewsAfter({ images: [image('c')], image_previews: [preview] })).toEqual([
    preview,
  ])
  expect(await previewsAfter({ images: [image('d')] })).toEqual([])
})

test.each(['Factory', '+09:00', 'asia/tokyo'])(
  'the database rejects a space with the time zone "%s"',
  async (time_zone) => {
    await expect(listSpace({ time_zone })).rejects.toMatchObject({ code: '22023' })
  },
)

test('validating a time zone name 300 times takes less than a second', async () => {
  const [row] = await database.sql`
    select count(*)::int as checks from generate_series(1, 300) as n
    where is_time_zone(case when n > 0 then 'Asia/Tokyo' end)`
  expect(row).toEqual({ checks: 300 })
}, 1_000)

test('deleting a space succeeds if the space has no bookings, and otherwise fails with space_has_bookings', async () => {
  const { sql } = database
  const booked = await listSpace()
  await addBooking(sql, { guest: host, space: booked, day: 1 })
  await expect(sql`delete from spaces where id = ${booked}`).rejects.toMatchObject({
    code: '23503',
    detail: 'space_has_bookings',
    hint: 'Archive it instead',
  })
  expect((await sql`delete from spaces where id = ${await listSpace()}`).count).toBe(1)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addBooking, addPerson, addSpace } from './records.ts'

let database: TestDatabase
let host: string

beforeAll(async () => {
  database = await createTestDatabase()
  host = await addPerson(database.sql, 'host@example.com')
})

afterAll(() => database.drop())

const listSpace = (values?: Record<string, unknown>) => addSpace(database.sql, host, values)

const preview = 'data:image/webp;base64,UklGRg=='
const withPreview = (text: string) => ({ images: ['/a.webp'], image_previews: [text] })

test.each([
  ['a page inside the address of an image', { images: ['x'.repeat(20_000)] }, 'images_length'],
  ['six images', { images: Array(6).fill('/a.webp') }, 'at_most_five_images'],
  ['more previews than images', { image_previews: [preview] }, 'image_previews_of_images'],
  ['a preview from elsewhere', withPreview('https://example.com/a.webp'), 'image_previews_valid'],
  [
    'a preview of another kind',
    withPreview('data:image/svg+xml;base64,AAAA'),
    'image_previews_valid',
  ],
  ['a preview that ends its style', withPreview(`${preview}");x:url("`), 'image_previews_valid'],
  [
    'a preview as heavy as a picture',
    withPreview(preview + 'A'.repeat(600)),
    'image_previews_valid',
  ],
  ['an amenity as long as a book', { amenities: ['x'.repeat(4000)] }, 'amenities_length'],
  ['endless words for search engines', { meta_description: 'x'.repeat(501) }, 'meta_length'],
  ['endless keywords', { meta_keywords: ['x'.repeat(4000)] }, 'meta_length'],
  ['a negative price', { price: -1 }, 'price_not_negative'],
  ['half a yen', { price: 100.5, currency: 'JPY' }, 'price_fits_currency'],
])('a space may not have %s', async (_what, overrides, constraint) => {
  await expect(listSpace(overrides)).rejects.toMatchObject({
    constraint_name: `spaces_${constraint}`,
  })
})

test('previews go with their images: new ones without previews of their own have none', async () => {
  const { sql } = database
  const id = await listSpace({ images: ['/a.webp', '/b.webp'], image_previews: ['', preview] })
  const previewsAfter = async (change: Record<string, unknown>) => {
    const [row] = await sql<{ image_previews: string[] }[]>`
      update spaces set ${sql(change)} where id = ${id} returning image_previews`
    return row?.image_previews
  }
  expect(await previewsAfter({ images: ['/a.webp', '/b.webp'], price: 90 })).toEqual(['', preview])
  expect(await previewsAfter({ images: ['/c.webp'], image_previews: [preview] })).toEqual([preview])
  expect(await previewsAfter({ images: ['/d.webp'] })).toEqual([])
})

test.each(['Factory', '+09:00', 'asia/tokyo'])('"%s" is no time zone', async (time_zone) => {
  await expect(listSpace({ time_zone })).rejects.toMatchObject({ code: '22023' })
})

test('a space that somebody has booked stays, and says why; another one goes', async () => {
  const { sql } = database
  const booked = await listSpace()
  await addBooking(sql, { guest: host, space: booked, day: 1 })
  await expect(sql`delete from spaces where id = ${booked}`).rejects.toMatchObject({
    code: '23503',
    detail: 'space_has_bookings',
    hint: 'Make it unavailable instead',
  })
  expect((await sql`delete from spaces where id = ${await listSpace()}`).count).toBe(1)
})

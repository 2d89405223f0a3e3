import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDays, openMarket } from './market.ts'
import { member } from './member.ts'

let market: Awaited<ReturnType<typeof openMarket>>
beforeAll(async () => {
  market = await openMarket({ jobs: false })
})
afterAll(() => market.server.stop())

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const run = async () => (await market.postAsServer('delete-orphaned-uploads', {})).body

test('delete-orphaned-uploads deletes only images that are older than a day and that no row references', async () => {
  const { sql } = market.server
  const { client, id } = await member(market, 'host')
  const upload = async (bucket: string, name: string) => {
    const { error } = await client.storage.from(bucket).upload(name, pixel, {
      contentType: 'image/gif',
    })
    expect(error).toBeNull()
    return client.storage.from(bucket).getPublicUrl(name).data.publicUrl
  }
  const orphaned = await upload('spaces', `${crypto.randomUUID()}.gif`)
  const recent = await upload('spaces', `${crypto.randomUUID()}.gif`)
  const shown = await upload('spaces', `${crypto.randomUUID()}.gif`)
  const resized = await upload('spaces', `${crypto.randomUUID()}.gif`)
  const portrait = await upload('profile-images', `${id}-1.gif`)
  const oldPortrait = await upload('profile-images', `${id}-2.gif`)
  await sql`update storage.objects set created_at = now() - interval '25 hours'
    where name <> ${recent.split('/').at(-1)!}`
  const space = await market.space(await market.person('owner'))
  const pathOf = (url: string) => new URL(url).pathname
  const variant = `${pathOf(resized).replace('/object/', '/render/image/')}?width=480`
  await sql`update public.spaces set images = ${[pathOf(shown), variant]} where id = ${space.id}`
  await sql`update public.profiles set avatar_url = ${`${pathOf(portrait)}?v=2`} where id = ${id}`

  expect(await run()).toEqual({ removed: 2 })
  const statuses = await Promise.all(
    [orphaned, oldPortrait, recent, shown, resized, portrait].map(
      async (url) => (await fetch(url)).status,
    ),
  )
  expect(statuses).toEqual([400, 400, 200, 200, 200, 200])
  expect(await run()).toEqual({ removed: 0 })
})

test('delete-orphaned-uploads keeps photos of problem reports, and deletes photos whose report was never sent', async () => {
  const { sql } = market.server
  const { client, ...guest } = await member(market, 'guest')
  const space = await market.space(await market.person('owner'))
  const booking = await market.book(guest, space, inDays(5))
  const photo = (name: string) => `${booking}/${name}.gif`
  for (const name of ['sent', 'unsent']) {
    const { error } = await client.storage
      .from('booking-problems')
      .upload(photo(name), pixel, { contentType: 'image/gif' })
    expect(error).toBeNull()
  }
  await sql`
    update public.bookings set start_time = now() - interval '1 hour', end_time = now()
    where id = ${booking}`
  const { error } = await client.rpc('report_problem', {
    p_booking_id: booking,
    p_kind: 'no_access',
    p_details: 'The door stayed locked.',
    p_photos: [photo('sent')],
  })
  expect(error).toBeNull()
  await sql`update storage.objects set created_at = now() - interval '25 hours'
    where bucket_id = 'booking-problems'`
  expect(await run()).toEqual({ removed: 1 })
  const names = await sql`select name from storage.objects where bucket_id = 'booking-problems'`
  expect([...names]).toEqual([{ name: photo('sent') }])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '@hourspace/domain/durations.ts'
import { inDays, openMarket, type Space } from './market.ts'
import { clientOf, member, password } from './member.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let host: Awaited<ReturnType<typeof member>>
let space: Space

beforeAll(async () => {
  market = await openMarket()
  host = await member(market, 'host')
  space = await market.space(host)
})

afterAll(() => market.server.stop())

/** Signs in an anonymous user, as the browser does for visitors who book without an account. */
async function guest() {
  const client = clientOf(market)
  const { data, error } = await client.auth.signInAnonymously()
  if (error || !data.session) throw error ?? new Error('no session')
  return { client, token: data.session.access_token, id: data.session.user.id }
}

const checkout = {
  duration: 1,
  amount: 100,
  currency: 'USD',
  startTime: inDays(3).toISOString(),
  endTime: new Date(inDays(3).getTime() + hourMs).toISOString(),
}

const refused = { code: 'PT403', message: 'Please enter your email address first' }

test('create-payment-intent returns account_needed to an anonymous user until the user sets an email', async () => {
  const { client, token } = await guest()
  const request = { ...checkout, spaceId: space.id }
  expect(await market.post('create-payment-intent', request, token)).toMatchObject({
    status: 403,
    body: { code: 'account_needed', error: refused.message },
  })
  expect(await market.server.sql`select from space_availability where kind = 'hold'`).toHaveLength(
    0,
  )

  await client.auth.updateUser({ email: `${crypto.randomUUID()}@example.com`, password })
  const { data } = await client.auth.refreshSession()
  const opened = await market.post('create-payment-intent', request, data.session?.access_token)
  expect(opened).toMatchObject({ status: 200, body: { clientSecret: expect.any(String) } })
})

test('an anonymous user cannot create spaces, reviews or space types and cannot upload files', async () => {
  const { client, id } = await guest()
  const listing = {
    title: 'T',
    description: 'D',
    type: 'studio',
    price: 10,
    currency: 'USD',
    location: 'Tokyo',
    country: 'Japan',
    capacity: 1,
    amenities: ['Wi-Fi'],
    user_id: id,
  }
  expect((await client.from('spaces').insert(listing)).error).toMatchObject(refused)
  const review = { space_id: space.id, user_id: id, rating: 5, comment: 'Never was there' }
  expect((await client.from('reviews').insert(review)).error).not.toBeNull()
  const type = { name: 'tree-house', label: 'Tree house' }
  expect((await client.from('space_types').insert(type)).error).toMatchObject({ code: '42501' })
  const picture = new Blob(['x'], { type: 'image/png' })
  const upload = await client.storage.from('spaces').upload('guest.png', picture)
  expect(upload.error).not.toBeNull()
  const mine = await client.storage.from('profile-images').upload(`${id}1.png`, picture)
  expect(mine.error).not.toBeNull()
})

test('stripe-account returns account_not_found to an anonymous user', async () => {
  const { token } = await guest()
  const answer = await market.post('stripe-account', { action: 'create' }, token)
  expect(answer).toMatchObject({ status: 404, body: { code: 'account_not_found' } })
})

test('an anonymous user gets a profile only after setting an email', async () => {
  const { client, id } = await guest()
  const profiles = () => market.server.sql`select full_name from profiles where id = ${id}`
  expect(await profiles()).toHaveLength(0)
  expect((await client.from('profiles').insert({ id })).error).toMatchObject({ code: '42501' })

  await client.auth.updateUser({ email: `${crypto.randomUUID()}@example.com` })
  expect(await profiles()).toHaveLength(1)
})

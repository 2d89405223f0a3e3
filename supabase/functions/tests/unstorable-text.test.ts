import { beforeAll, expect, test } from 'vitest'
import { inDays, openMarket, type Person, type Space } from './market.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let host: Person
let guest: Person
let space: Space
let bookingId: string

beforeAll(async () => {
  market = await openMarket({ jobs: false })
  host = await market.person('host')
  guest = await market.person('guest')
  space = await market.space(host)
  bookingId = await market.book(guest, space, inDays(3))
})

const id = crypto.randomUUID()

const calls: [name: string, body: (text: string) => object][] = [
  ['answer-dispute', (text) => ({ action: 'prepare', disputeId: text })],
  ['answer-request', (text) => ({ bookingId, answer: 'declined', note: text })],
  ['cancel-as-host', (text) => ({ bookingId, reason: 'other', note: text })],
  [
    'calendars',
    (text) => ({ action: 'add', spaceId: space.id, name: text, url: 'https://example.com/a.ics' }),
  ],
  ['confirm-booking', (text) => ({ paymentIntentId: `pi_${text}` })],
  ['decide-problem', (text) => ({ problemId: id, isUpheld: false, note: text })],
  ['save-card', (text) => ({ paymentIntentId: `pi_${text}`, keep: true })],
  ['stripe-account', (text) => ({ action: 'check', accountId: text })],
]

test.each(calls)('%s returns 400 for text that PostgreSQL cannot store', async (name, body) => {
  for (const text of ['a\0b', 'a\ud83db']) {
    const message = 'Please remove the characters that cannot be displayed'
    expect(await host.call(name, body(text))).toEqual({
      status: 400,
      body: { code: 'bad_request', error: expect.stringContaining(message) as string },
    })
  }
})

test('a 400 response names the field whose text PostgreSQL cannot store', async () => {
  const { body } = await host.call('cancel-as-host', { bookingId, reason: 'other', note: '\0' })
  expect(body.error).toBe('note: Please remove the characters that cannot be displayed')
})

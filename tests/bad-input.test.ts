import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inDays, type Space } from '@hourspace/supabase/functions/tests/market.ts'
import { openStage, refuses, tokenOf, type Asking, type Stage } from './refusals.ts'

/** Invalid input for every public API. */

let stage: Stage
let space: Space
let closed: Space

openStage(async (opened) => {
  stage = opened
  const { market, host } = stage
  space = await market.space(host, { price: 5000, currency: 'JPY', timeZone: 'Asia/Tokyo' })
  closed = await market.space(host, { price: 5000, currency: 'JPY', available: false })
})

const endless = 'x'.repeat(1_000_000)
const notes = { body: 'Dear diary', type: 'image/jpeg' }

describe('checking out', () => {
  const path = '/functions/v1/create-payment-intent'
  const past = 'Please select a future date and time'
  const duration = 'Please choose a duration of 1 to 24 whole hours'
  const notOpen = /^Bookings start on the hour, from 9:00 to 21:00/
  const otherAmount = /^The amount does not match the price of this space/

  type Wish = Record<string, unknown> & { start?: Date; hours?: number }
  /** A valid checkout (10:00 to 12:00 in Tokyo, in three days) with overrides. */
  const wish = ({ start = inDays(3, 1), hours = 2, ...wrong }: Wish): Asking => ({
    path,
    token: tokenOf(stage.guest),
    body: {
      spaceId: space.id,
      startTime: start.toISOString(),
      endTime: new Date(start.getTime() + hours * 3_600_000).toISOString(),
      duration: hours,
      amount: 5000 * hours,
      currency: 'JPY',
      ...wrong,
    },
  })

  refuses('a small amount', () => wish({ amount: 1 }), 409, otherAmount)
  refuses('the amount with its fee', () => wish({ amount: 11_000 }), 409, otherAmount)
  refuses('a negative amount', () => wish({ amount: -10_000 }), 400, /^amount: /)
  refuses('an amount in words', () => wish({ amount: 'ten' }), 400, /^amount: /)
  refuses('another currency', () => wish({ currency: 'USD' }), 409, otherAmount)
  refuses('an endless currency', () => wish({ currency: endless }), 409, otherAmount)
  refuses('yesterday', () => wish({ start: inDays(-1, 1) }), 400, past)
  refuses('25 hours', () => wish({ hours: 25 }), 400, duration)
  refuses('no hours', () => wish({ hours: 0 }), 400, duration)
  refuses('an hour and a half', () => wish({ hours: 1.5 }), 400, notOpen)
  refuses('six in the morning', () => wish({ start: inDays(3, 21) }), 400, notOpen)
  refuses('times of another duration', () => wish({ duration: 3 }), 400, /does not match the start/)
  refuses('a time that is none', () => wish({ startTime: 'tomorrow' }), 400, /^startTime: /)
  refuses('an unknown space', () => wish({ spaceId: randomId() }), 404, 'Space not found')
  refuses('no space id', () => wish({ spaceId: "' or '1'='1" }), 404, 'Space not found')
  refuses('an endless space id', () => wish({ spaceId: endless }), 404, 'Space not found')
  const unavailable = 'This space is temporarily unavailable'
  refuses(
    'a closed space',
    () => wish({ spaceId: closed.id, start: inDays(3, 10) }),
    409,
    unavailable,
  )
  refuses('seven megabytes', () => wish({ note: endless.repeat(7) }), 413, /larger than 6291456/)
  refuses('a list', () => ({ path, body: [] }), 400, /expected object/)
  refuses('nothing', () => ({ path, body: null }), 400, /expected object/)
  refuses('broken JSON', () => ({ path, body: '{"spaceId": ' }), 400, /not valid JSON/)
})

describe('other functions', () => {
  const call = (name: string, body: unknown) => () => ({ path: `/functions/v1/${name}`, body })
  const noPayment = call('confirm-booking', { paymentIntentId: 'pi_none' })
  const otherAccount = call('stripe-account', { action: 'check', accountId: 'acct_other' })
  const unsigned = () => ({
    ...call('stripe-webhook', {})(),
    headers: { 'stripe-signature': 'v1=0' },
  })

  refuses('an unknown payment', noPayment, 404, 'Payment not found')
  refuses(
    'an unknown booking',
    call('cancel-booking', { bookingId: randomId() }),
    404,
    'Booking not found',
  )
  refuses('no booking id', call('cancel-booking', { bookingId: 'x' }), 400, /Booking not found/)
  refuses('an unknown action', call('stripe-account', { action: 'rob' }), 400, /^action: /)
  refuses('the account of another', otherAccount, 404, 'Payout account not found')
  refuses('a job', call('payout-hosts', {}), 403, 'Only the server itself may call this function')
  refuses('news not signed by Stripe', unsigned, 400, 'The webhook is not signed by Stripe')
  refuses('an unknown function', call('rob', {}), 404, 'Requested function was not found')
  for (const name of ['confirm-booking', 'cancel-booking', 'stripe-account']) {
    const get = () => ({ path: `/functions/v1/${name}`, method: 'GET' })
    refuses(`${name}: broken JSON`, call(name, '{'), 400, 'The request body is not valid JSON')
    refuses(`${name}: another method`, get, 405, 'Please use POST')
  }
})

describe('listing a space', () => {
  /** A valid listing with overrides. */
  const listing = (wrong: Record<string, unknown>) => () => ({
    path: '/rest/v1/spaces',
    body: {
      title: 'Loft',
      description: 'A loft',
      type: 'studio',
      price: 10,
      currency: 'USD',
      location: 'Tokyo',
      country: 'Japan',
      time_zone: 'Asia/Tokyo',
      capacity: 4,
      amenities: ['Wi-Fi'],
      images: [],
      ...wrong,
    },
  })
  const raw = (body: string) => () => ({ path: '/rest/v1/spaces', body })
  const sixImages = Array.from({ length: 6 }, (_, index) => `/picture-${index}.jpg`)

  refuses('a negative price', listing({ price: -1 }), 400, /spaces_price_not_negative/)
  refuses('a third decimal', listing({ price: 1.005 }), 400, /spaces_price_fits_currency/)
  refuses('half a yen', listing({ price: 9.5, currency: 'JPY' }), 400, /price_fits_currency/)
  refuses(
    'a price in words',
    listing({ price: 'cheap' }),
    400,
    /invalid input syntax for type numeric/,
  )
  refuses('six images', listing({ images: sixImages }), 400, /spaces_at_most_five_images/)
  refuses('room for nobody', listing({ capacity: 0 }), 400, /spaces_capacity_at_least_one/)
  refuses('room for everybody', listing({ capacity: 1e12 }), 400, /out of range/)
  refuses('an unknown currency', listing({ currency: 'XXX' }), 400, /currency_code_known/)
  refuses('an unknown type', listing({ type: 'castle' }), 409, /spaces_type_known/)
  refuses('an unknown time zone', listing({ time_zone: 'Mars/Base' }), 400, /Unknown time zone/)
  refuses('an empty title', listing({ title: '   ' }), 400, /spaces_title_present/)
  refuses('an endless title', listing({ title: endless }), 400, /spaces_title_present/)
  refuses('no description', listing({ description: undefined }), 400, /null value in column/)
  refuses('an unknown field', listing({ discount: 5 }), 400, /'discount' column/)
  refuses('a rating of its own', listing({ rating: 5 }), 403, /permission denied/)
  refuses('the name of another', listing({ user_id: randomId() }), 403, /row-level security/)
  refuses('a zero byte', raw('{"title": "a\\u0000b"}'), 400, /Unicode/)
  refuses('broken JSON', raw('{"title": '), 400, 'Empty or invalid json')
})

describe('reading and writing tables', () => {
  const at =
    (path: string, method = 'GET') =>
    () => ({ path: `/rest/v1/${path}`, method })
  const booking = () => ({ path: '/rest/v1/bookings', body: { space_id: space.id } })

  refuses('a booking without paying', booking, 403, /permission denied/)
  refuses('all bookings deleted', at('bookings', 'DELETE'), 403, /permission denied/)
  refuses('an unknown table', at('castles'), 404, /Could not find the table 'public.castles'/)
  refuses('an unknown column', at('spaces?colour=eq.red'), 400, /colour does not exist/)
  refuses('an unknown operator', at('spaces?price=about.5'), 400, /failed to parse filter/)
  refuses(
    'a filter of another kind',
    at('spaces?id=eq.5'),
    400,
    /invalid input syntax for type uuid/,
  )
  refuses('an unknown method', at('spaces', 'PROPFIND'), 405, /PROPFIND/)
})

describe('uploading', () => {
  const upload =
    (name: string, file: Partial<Asking> = notes) =>
    () => ({
      path: `/storage/v1/object/spaces/${name}`,
      ...file,
    })
  const at = (path: string, asking: Partial<Asking>) => () => ({
    path: `/storage/v1/${path}`,
    ...asking,
  })
  const isText = 'mime type text/plain is not supported'

  refuses('a text that is called .jpg', upload('notes.jpg'), 400, isText)
  refuses('50 megabytes', huge, 400, 'The object exceeded the maximum allowed size')
  refuses('a way out of the bucket', upload('..%2f..%2fpasswd'), 400, /^Invalid key/)
  refuses('an endless name', upload(endless.slice(0, 5000)), 400, /^Invalid key/)
  refuses('an unknown bucket', at('object/attic/a.jpg', notes), 400, 'Bucket not found')
  const none = { method: 'GET' }
  refuses('an unknown picture', at('object/public/spaces/a.jpg', none), 400, 'Object not found')
  refuses('broken JSON', at('object/list/spaces', { body: '{' }), 400, 'Body is not valid JSON')
  refuses('an unknown route', at('attic', { body: {} }), 400, 'Route not found')

  /** A valid TIFF picture. */
  async function huge(): Promise<Asking> {
    const raw = { width: 4200, height: 4200, channels: 3 } as const
    const noise = randomBytes(raw.width * raw.height * raw.channels)
    const body = await sharp(noise, { raw }).png({ compressionLevel: 0 }).toBuffer()
    expect(body.length).toBeGreaterThan(50_000_000)
    return upload('huge.png', { body, type: 'image/png' })()
  }
})

describe('accounts', () => {
  const password = 'a long enough password'
  const email = 'ann@example.com'
  const auth = (route: string, body: unknown) => () => ({ path: `/auth/v1/${route}`, body })
  const signIn = 'token?grant_type=password'
  const refresh = auth('token?grant_type=refresh_token', { refresh_token: 'none' })
  const noAddress = /^Unable to validate email address/

  refuses('an address that is none', auth('signup', { email: 'ann', password }), 400, noAddress)
  refuses(
    'an endless address',
    auth('signup', { email: endless + email, password }),
    400,
    /too long/,
  )
  refuses(
    'an endless password',
    auth('signup', { email, password: endless }),
    400,
    /longer than 72/,
  )
  refuses('a short password', auth('signup', { email, password: 'abc' }), 422, /at least 6/)
  refuses(
    'two addresses',
    auth('signup', { email, phone: '+18135550134', password }),
    400,
    /^Only an email/,
  )
  refuses('broken JSON', auth('signup', '{"email": '), 400, /as JSON/)
  refuses('broken JSON to sign in', auth(signIn, '{'), 400, /as JSON/)
  refuses('a wrong password', auth(signIn, { email, password }), 400, 'Invalid login credentials')
  refuses('an unknown grant', auth('token?grant_type=magic', {}), 400, 'unsupported_grant_type')
  refuses('an unknown refresh token', refresh, 400, /^Refresh token is not valid/i)
  refuses('an unknown route', auth('attic', {}), 404, 'This endpoint does not exist')
})

describe('live changes', () => {
  test('a malformed realtime message does not affect other sockets', async () => {
    const { url, anonKey } = stage.market.server
    const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`
    const socket = new WebSocket(address)
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const closed = new Promise((resolve) => socket.addEventListener('close', resolve))
    for (const text of ['{', 'null', '[]', '{"topic": 5}', endless]) socket.send(text)
    socket.close()
    await closed
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })
})

function randomId(): string {
  return crypto.randomUUID()
}

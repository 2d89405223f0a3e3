import { describe, expect, test } from 'vitest'
import { inDays, type Space } from '@hourspace/supabase/functions/tests/market.ts'
import { hourMs } from '@hourspace/domain/durations.ts'
import { startProduct, refuses, tokenOf, type ApiRequest, type TestProduct } from './refusals.ts'

let product: TestProduct
let space: Space
let closed: Space

startProduct(async (started) => {
  product = started
  const { market, host } = product
  space = await market.space(host, { price: 5000, currency: 'JPY', timeZone: 'Asia/Tokyo' })
  closed = await market.space(host, { price: 5000, currency: 'JPY', available: false })
})

const veryLong = 'x'.repeat(1_000_000)
const textFile = { body: 'Dear diary', type: 'image/jpeg' }

describe('create-payment-intent', () => {
  const path = '/functions/v1/create-payment-intent'
  const past = 'Please select a future date and time'
  const duration = 'Please choose a duration of 1 to 24 whole hours'
  const notOpen = /^Bookings start on the hour, from 9:00 to 21:00/
  const otherAmount = /^The amount does not match the price of this space/

  type Checkout = Record<string, unknown> & { start?: Date; hours?: number }
  /**
   * Returns a valid checkout (10:00 to 12:00 in Tokyo, in three days) with the given fields
   * changed.
   */
  const checkout = ({ start = inDays(3, 1), hours = 2, ...wrong }: Checkout): ApiRequest => ({
    path,
    token: tokenOf(product.guest),
    body: {
      spaceId: space.id,
      startTime: start.toISOString(),
      endTime: new Date(start.getTime() + hours * hourMs).toISOString(),
      duration: hours,
      amount: 5000 * hours,
      currency: 'JPY',
      ...wrong,
    },
  })

  refuses('a checkout with an amount of 1', () => checkout({ amount: 1 }), 409, otherAmount)
  refuses(
    'a checkout whose amount includes the platform fee',
    () => checkout({ amount: 11_000 }),
    409,
    otherAmount,
  )
  refuses(
    'a checkout with a negative amount',
    () => checkout({ amount: -10_000 }),
    400,
    /^amount: /,
  )
  refuses(
    'a checkout whose amount is not a number',
    () => checkout({ amount: 'ten' }),
    400,
    /^amount: /,
  )
  refuses(
    "a checkout in a currency other than the space's",
    () => checkout({ currency: 'USD' }),
    409,
    otherAmount,
  )
  refuses(
    'a checkout with a currency of 1,000,000 characters',
    () => checkout({ currency: veryLong }),
    400,
    /^currency: /,
  )
  refuses('a checkout for yesterday', () => checkout({ start: inDays(-1, 1) }), 400, past)
  refuses('a checkout for 25 hours', () => checkout({ hours: 25 }), 400, duration)
  refuses('a checkout for 0 hours', () => checkout({ hours: 0 }), 400, duration)
  refuses('a checkout for an hour and a half', () => checkout({ hours: 1.5 }), 400, duration)
  refuses('a checkout that starts at 6 AM', () => checkout({ start: inDays(3, 21) }), 400, notOpen)
  refuses(
    'a checkout whose duration differs from its start and end times',
    () => checkout({ duration: 3 }),
    400,
    /does not match the start/,
  )
  refuses(
    'a checkout with an invalid start time',
    () => checkout({ startTime: 'tomorrow' }),
    400,
    /^startTime: /,
  )
  refuses(
    'a checkout for an unknown space',
    () => checkout({ spaceId: randomId() }),
    404,
    'Space not found',
  )
  refuses(
    'a checkout with SQL as its space id',
    () => checkout({ spaceId: "' or '1'='1" }),
    404,
    'Space not found',
  )
  refuses(
    'a checkout with a space id of 1,000,000 characters',
    () => checkout({ spaceId: veryLong }),
    400,
    /^spaceId: /,
  )
  const unavailable = 'This space is temporarily unavailable'
  refuses(
    'a checkout for an unavailable space',
    () => checkout({ spaceId: closed.id, start: inDays(3, 10) }),
    409,
    unavailable,
  )
  refuses(
    'a checkout with a body of 7 MB',
    () => checkout({ note: veryLong.repeat(7) }),
    413,
    /larger than 6291456/,
  )
  refuses(
    'a checkout with an array as its body',
    () => ({ path, body: [] }),
    400,
    /expected object/,
  )
  refuses('a checkout with null as its body', () => ({ path, body: null }), 400, /expected object/)
  refuses(
    'a checkout with malformed JSON',
    () => ({ path, body: '{"spaceId": ' }),
    400,
    /not valid JSON/,
  )
})

describe('other functions', () => {
  const call = (name: string, body: unknown) => () => ({ path: `/functions/v1/${name}`, body })
  const noPayment = call('confirm-booking', { paymentIntentId: 'pi_none' })
  const otherAccount = call('stripe-account', { action: 'check', accountId: 'acct_other' })
  const unsigned = () => ({
    ...call('stripe-webhook', {})(),
    headers: { 'stripe-signature': 'v1=0' },
  })

  refuses('the confirmation of an unknown payment', noPayment, 404, 'Payment not found')
  refuses(
    'the cancellation of an unknown booking',
    call('cancel-booking', { bookingId: randomId() }),
    404,
    'Booking not found',
  )
  refuses(
    'a cancellation with a malformed booking id',
    call('cancel-booking', { bookingId: 'x' }),
    400,
    /Booking not found/,
  )
  refuses(
    'a cancellation by a host with an unknown reason',
    call('cancel-as-host', { bookingId: randomId(), reason: 'bored' }),
    400,
    /^reason: /,
  )
  refuses(
    'a cancellation by an admin with a negative refund',
    call('cancel-as-admin', { bookingId: randomId(), reason: 'other', refundMinor: -1 }),
    400,
    /^refundMinor: /,
  )
  refuses(
    'a decision on a problem report without a reason',
    call('decide-problem', { problemId: randomId(), isUpheld: true, note: ' ' }),
    400,
    /^note: /,
  )
  refuses(
    'an unknown action of stripe-account',
    call('stripe-account', { action: 'rob' }),
    400,
    /^action: /,
  )
  refuses('a check of an unknown payout account', otherAccount, 404, 'Payout account not found')
  refuses(
    "a user's call to the scheduled function payout-hosts",
    call('payout-hosts', {}),
    403,
    'Only the server itself may call this function',
  )
  refuses(
    'a webhook event not signed by Stripe',
    unsigned,
    400,
    'The webhook is not signed by Stripe',
  )
  refuses('a call to an unknown function', call('rob', {}), 404, 'Requested function was not found')
  for (const name of [
    'confirm-booking',
    'cancel-booking',
    'earnings-statement',
    'stripe-account',
  ]) {
    const get = () => ({ path: `/functions/v1/${name}`, method: 'GET' })
    refuses(
      `a call to ${name} with malformed JSON`,
      call(name, '{'),
      400,
      'The request body is not valid JSON',
    )
    refuses(`a GET request to ${name}`, get, 405, 'Please use POST')
  }
})

describe('inserting spaces', () => {
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
  const images = '/storage/v1/object/public/spaces'
  const sixImages = Array.from({ length: 6 }, (_, index) => `${images}/${index}.jpg`)

  refuses('a space with a negative price', listing({ price: -1 }), 400, /spaces_price_not_negative/)
  refuses(
    'a space whose price has three decimals',
    listing({ price: 1.005 }),
    400,
    /spaces_price_fits_currency/,
  )
  refuses(
    'a space whose price includes half a yen',
    listing({ price: 100.5, currency: 'JPY' }),
    400,
    /price_fits_currency/,
  )
  refuses(
    'a space whose price is not a number',
    listing({ price: 'cheap' }),
    400,
    /invalid input syntax for type numeric/,
  )
  refuses(
    'a space with an image from another site',
    listing({ images: ['https://tracker.example/pixel.gif'] }),
    400,
    /Images from other sites are not allowed/,
  )
  refuses(
    'a space with six images',
    listing({ images: sixImages }),
    400,
    /spaces_at_most_five_images/,
  )
  refuses(
    'a space with a capacity of 0',
    listing({ capacity: 0 }),
    400,
    /spaces_capacity_at_least_one/,
  )
  refuses('a space with a capacity out of range', listing({ capacity: 1e12 }), 400, /out of range/)
  refuses(
    'a space with an unknown currency',
    listing({ currency: 'XXX' }),
    400,
    /currency_code_known/,
  )
  refuses('a space with an unknown type', listing({ type: 'castle' }), 409, /spaces_type_known/)
  refuses(
    'a space with an unknown time zone',
    listing({ time_zone: 'Mars/Base' }),
    400,
    /Unknown time zone/,
  )
  refuses('a space with a blank title', listing({ title: '   ' }), 400, /spaces_title_present/)
  refuses(
    'a space with a title of 1,000,000 characters',
    listing({ title: veryLong }),
    400,
    /spaces_title_present/,
  )
  refuses(
    'a space without a description',
    listing({ description: undefined }),
    400,
    /null value in column/,
  )
  refuses('a space with an unknown column', listing({ discount: 5 }), 400, /'discount' column/)
  refuses('a space with a rating set by its host', listing({ rating: 5 }), 403, /permission denied/)
  refuses(
    'a space inserted for another user',
    listing({ user_id: randomId() }),
    403,
    /row-level security/,
  )
  refuses(
    'a space with a NUL character in its title',
    raw('{"title": "a\\u0000b"}'),
    400,
    /Unicode/,
  )
  refuses('a space with malformed JSON', raw('{"title": '), 400, 'Empty or invalid json')
})

describe('data API', () => {
  const at =
    (path: string, method = 'GET') =>
    () => ({ path: `/rest/v1/${path}`, method })
  const booking = () => ({ path: '/rest/v1/bookings', body: { space_id: space.id } })

  refuses('a booking inserted without a payment', booking, 403, /permission denied/)
  refuses('the deletion of all bookings', at('bookings', 'DELETE'), 403, /permission denied/)
  refuses(
    'a query on an unknown table',
    at('castles'),
    404,
    /Could not find the table 'public.castles'/,
  )
  refuses('a filter on an unknown column', at('spaces?colour=eq.red'), 400, /colour does not exist/)
  refuses(
    'a filter with an unknown operator',
    at('spaces?price=about.5'),
    400,
    /failed to parse filter/,
  )
  refuses(
    'a filter that compares a UUID column with a number',
    at('spaces?id=eq.5'),
    400,
    /invalid input syntax for type uuid/,
  )
  refuses('an unknown HTTP method on a table', at('spaces', 'PROPFIND'), 405, /PROPFIND/)
})

describe('storage', () => {
  const upload =
    (name: string, file: Partial<ApiRequest> = textFile) =>
    () => ({
      path: `/storage/v1/object/spaces/${name}`,
      ...file,
    })
  const at = (path: string, request: Partial<ApiRequest>) => () => ({
    path: `/storage/v1/${path}`,
    ...request,
  })
  const isText = 'mime type text/plain is not supported'

  refuses('an upload of a text file with the extension .jpg', upload('notes.jpg'), 400, isText)
  refuses(
    'an upload one byte over the size limit of its bucket',
    async () => {
      const [bucket] = await product.market.server.sql<{ limit: number }[]>`
        select file_size_limit::int as limit from storage.buckets where id = 'profile-images'`
      const body = new Uint8Array(bucket!.limit + 1)
      return {
        path: `/storage/v1/object/profile-images/${product.host.id}`,
        body,
        type: 'image/png',
      }
    },
    400,
    'The object exceeded the maximum allowed size',
  )
  refuses(
    'an upload with path traversal in its name',
    upload('..%2f..%2fpasswd'),
    400,
    /^Invalid key/,
  )
  refuses(
    'an upload with a name of 5,000 characters',
    upload(veryLong.slice(0, 5000)),
    400,
    /^Invalid key/,
  )
  refuses(
    'an upload to an unknown bucket',
    at('object/attic/a.jpg', textFile),
    400,
    'Bucket not found',
  )
  const none = { method: 'GET' }
  refuses(
    'a download of an unknown object',
    at('object/public/spaces/a.jpg', none),
    400,
    'Object not found',
  )
  refuses(
    'a storage list request with malformed JSON',
    at('object/list/spaces', { body: '{' }),
    400,
    'Body is not valid JSON',
  )
  refuses('an unknown storage route', at('attic', { body: {} }), 400, 'Route not found')
})

describe('auth', () => {
  const password = 'a long enough password'
  const email = 'ann@example.com'
  const auth = (route: string, body: unknown) => () => ({ path: `/auth/v1/${route}`, body })
  const signIn = 'token?grant_type=password'
  const refresh = auth('token?grant_type=refresh_token', { refresh_token: 'none' })
  const invalidEmail = /^Unable to validate email address/

  refuses(
    'a sign-up with an invalid email',
    auth('signup', { email: 'ann', password }),
    400,
    invalidEmail,
  )
  refuses(
    'a sign-up with an email of 1,000,000 characters',
    auth('signup', { email: veryLong + email, password }),
    400,
    /too long/,
  )
  refuses(
    'a sign-up with a password of 1,000,000 characters',
    auth('signup', { email, password: veryLong }),
    400,
    /longer than 72/,
  )
  refuses(
    'a sign-up with a password of 3 characters',
    auth('signup', { email, password: 'abc' }),
    422,
    /at least 8/,
  )
  refuses(
    'a sign-up with both email and phone',
    auth('signup', { email, phone: '+18135550134', password }),
    400,
    /^Only an email/,
  )
  refuses('a sign-up with malformed JSON', auth('signup', '{"email": '), 400, /as JSON/)
  refuses('a sign-in with malformed JSON', auth(signIn, '{'), 400, /as JSON/)
  refuses(
    'a sign-in with an unknown email',
    auth(signIn, { email, password }),
    400,
    'Invalid login credentials',
  )
  refuses(
    'a token request with an unknown grant type',
    auth('token?grant_type=magic', {}),
    400,
    'unsupported_grant_type',
  )
  refuses('an unknown refresh token', refresh, 400, /^Refresh token is not valid/i)
  refuses('an unknown auth route', auth('attic', {}), 404, 'This endpoint does not exist')
})

describe('realtime', () => {
  test('malformed messages on a realtime socket do not crash the server', async () => {
    const { url, anonKey } = product.market.server
    const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`
    const socket = new WebSocket(address)
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const closed = new Promise((resolve) => socket.addEventListener('close', resolve))
    for (const text of ['{', 'null', '[]', '{"topic": 5}', veryLong]) socket.send(text)
    socket.close()
    await closed
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })
})

function randomId(): string {
  return crypto.randomUUID()
}

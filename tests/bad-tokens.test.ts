import { expect, test } from 'vitest'
import {
  send,
  startProduct,
  rowCounts,
  tokenOf,
  type ApiRequest,
  type TestProduct,
} from './refusals.ts'

let product: TestProduct
startProduct(async (started) => {
  product = started
})

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const promotion = () =>
  encode({ sub: product.guest.id, role: 'service_role', aud: 'authenticated', exp: 4e9 })

const tokens: Record<string, () => string> = {
  'an expired token': () => tokenOf(product.guest, { expiresInSeconds: -60 }),
  'a token signed with another secret': () =>
    tokenOf(product.guest, { secret: 'a guess that is long enough for a secret' }),
  'an unsigned token (alg none)': () => `${encode({ alg: 'none', typ: 'JWT' })}.${promotion()}.`,
  'a token with a changed payload': () => {
    const [head, , signature] = tokenOf(product.guest).split('.')
    return `${head}.${promotion()}.${signature}`
  },
  'a string that is not a JWT': () => 'hello',
  'a string of 12,000 characters': () => 'x'.repeat(12_000),
}

/**
 * Requests with the status that an invalid token must cause. Like Supabase Storage, the storage
 * service returns 400.
 */
const requests: (ApiRequest & { status: number })[] = [
  { status: 401, path: '/rest/v1/bookings', method: 'GET' },
  { status: 401, path: '/rest/v1/spaces', body: {} },
  { status: 401, path: '/rest/v1/rpc/is_admin', body: {} },
  { status: 403, path: '/auth/v1/user', method: 'GET' },
  { status: 400, path: '/storage/v1/object/spaces/a.jpg', body: 'x', type: 'image/jpeg' },
  { status: 401, path: '/functions/v1/create-payment-intent', body: {} },
  { status: 401, path: '/functions/v1/payout-hosts', body: {} },
]

for (const [kind, token] of Object.entries(tokens)) {
  test.each(requests)(
    `a request to $path with ${kind} gets status $status and stores no row`,
    async (request) => {
      const before = await rowCounts()
      const { status, ...sent } = request
      const response = await send({ ...sent, token: token() })
      expect(response).toEqual({ status, text: expect.stringMatching(/\w+ \w+/) })
      expect(await rowCounts()).toEqual(before)
    },
  )
}

import { describe, expect, test } from 'vitest'
import { ask, openStage, rowCounts, tokenOf, type Asking, type Stage } from './refusals.ts'

/** Invalid tokens, sent to every service. */

let stage: Stage
openStage(async (opened) => {
  stage = opened
})

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const promotion = () =>
  encode({ sub: stage.guest.id, role: 'service_role', aud: 'authenticated', exp: 4e9 })

const tokens: Record<string, () => string> = {
  expired: () => tokenOf(stage.guest, { expiresInSeconds: -60 }),
  forged: () => tokenOf(stage.guest, { secret: 'a guess that is long enough for a secret' }),
  'without a signature (alg none)': () => `${encode({ alg: 'none', typ: 'JWT' })}.${promotion()}.`,
  'promoted by hand': () => {
    const [head, , signature] = tokenOf(stage.guest).split('.')
    return `${head}.${promotion()}.${signature}`
  },
  'no token at all': () => 'hello',
  endless: () => 'x'.repeat(12_000),
}

/** Expected status per service. Storage answers 400 to every invalid token, as Supabase's does. */
const doors: [status: number, Asking][] = [
  [401, { path: '/rest/v1/bookings', method: 'GET' }],
  [401, { path: '/rest/v1/spaces', body: {} }],
  [401, { path: '/rest/v1/rpc/is_admin', body: {} }],
  [403, { path: '/auth/v1/user', method: 'GET' }],
  [400, { path: '/storage/v1/object/spaces/a.jpg', body: 'x', type: 'image/jpeg' }],
  [401, { path: '/functions/v1/create-payment-intent', body: {} }],
  [401, { path: '/functions/v1/payout-hosts', body: {} }],
]

describe.each(Object.entries(tokens))('a token that is %s', (_, token) => {
  test.each(doors)('is answered with %i at $path', async (status, asking) => {
    const before = await rowCounts()
    const answer = await ask({ ...asking, token: token() })
    expect(answer).toEqual({ status, text: expect.stringMatching(/\w+ \w+/) })
    expect(await rowCounts()).toEqual(before)
  })
})

import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDays, openMarket } from './market.ts'
import { clientOf, pair, password, type member } from './member.ts'

let market: Awaited<ReturnType<typeof openMarket>>

beforeAll(async () => {
  market = await openMarket()
})

afterAll(() => market.server.stop())

/**
 * Enrolls a second factor for a user. Returns an access token of an aal2 session and one of an aal1
 * session.
 */
async function secured({ client, email, id }: Awaited<ReturnType<typeof member>>) {
  // Marks the email as verified, which is required to enroll a second factor.
  await market.server.sql`
    update auth.users set confirmation_sent_at = email_confirmed_at where id = ${id}`
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  const code = TOTP.generate({ secret: Secret.fromBase32(data!.totp!.secret) })
  const raised = await client.auth.mfa.challengeAndVerify({ factorId: data!.id, code })
  const { data: low } = await clientOf(market).auth.signInWithPassword({ email, password })
  return { raised: raised.data!.access_token, low: low.session!.access_token }
}

const refused = { status: 403, body: { code: 'second_factor_needed' } }

test('functions that move money or return private data reject an aal1 session if the user has a second factor', async () => {
  const { guest, space } = await pair(market)
  const bookingId = await market.book(guest, space, inDays(10))
  const { raised, low } = await secured(guest)
  const calls: [string, object][] = [
    ['cancel-booking', { bookingId }],
    ['cancel-as-host', { bookingId, reason: 'other' }],
    ['cancel-as-admin', { bookingId, reason: 'other', refundMinor: 0 }],
    ['decide-problem', { problemId: bookingId, isUpheld: false, note: 'No' }],
    ['calendars', { action: 'check', calendarId: bookingId }],
    ['stripe-account', { action: 'create' }],
    ['stripe-account', { action: 'check' }],
    ['stripe-account', { action: 'dashboard' }],
    ['export-account', {}],
    ['delete-account', { password, confirmation: 'DELETE' }],
  ]
  for (const [name, body] of calls) {
    expect([name, await market.post(name, body, low)]).toMatchObject([name, refused])
  }
  const exported = await market.post('export-account', {}, raised)
  expect(exported).toMatchObject({
    status: 200,
    body: { account: { second_factors: [{ type: 'totp', name: 'App', status: 'verified' }] } },
  })
  expect(await market.post('cancel-booking', { bookingId }, raised)).toMatchObject({
    status: 200,
    body: { status: 'cancelled' },
  })
})

test('if the platform requires a second factor, a user without one can book, but can neither connect payouts nor act as admin', async () => {
  const { guest, host, space } = await pair(market)
  const { sql } = market.server
  await sql`update public.profiles set is_admin = true where id = ${host.id}`
  await sql`update public.platform_settings set second_factor_required = true`
  try {
    const bookingId = await market.book(guest, space, inDays(12))
    const required = { status: 403, body: { code: 'second_factor_required' } }
    const calls: [string, object][] = [
      ['stripe-account', { action: 'create' }],
      ['stripe-account', { action: 'dashboard' }],
      ['cancel-as-admin', { bookingId, reason: 'other', refundMinor: 0 }],
      ['decide-problem', { problemId: bookingId, isUpheld: false, note: 'No' }],
      ['answer-dispute', { action: 'prepare', disputeId: bookingId }],
    ]
    for (const [name, body] of calls)
      expect([name, await host.call(name, body)]).toMatchObject([name, required])
    expect(await host.call('stripe-account', { action: 'check' })).toMatchObject({ status: 200 })
    const { raised } = await secured(host)
    expect(await market.post('stripe-account', { action: 'create' }, raised)).toMatchObject({
      status: 200,
    })
  } finally {
    await sql`update public.platform_settings set second_factor_required = false`
  }
})

test('cancel-booking accepts an aal1 session if the user has no second factor', async () => {
  const { guest, space } = await pair(market)
  const bookingId = await market.book(guest, space, inDays(11))
  const { status } = await market.post('cancel-booking', { bookingId }, guest.token)
  expect(status).toBe(200)
})

test('functions that move money or return private data reject an access token of a revoked session', async () => {
  const { guest } = await pair(market)
  expect((await market.post('export-account', {}, guest.token)).status).toBe(200)
  await guest.client.auth.signOut({ scope: 'local' })
  for (const [name, body] of [
    ['export-account', {}],
    ['stripe-account', { action: 'check' }],
    ['delete-account', { password, confirmation: 'DELETE' }],
  ] as const) {
    const answer = await market.post(name, body, guest.token)
    expect([name, answer]).toMatchObject([name, { status: 401, body: { code: 'not_signed_in' } }])
  }
})

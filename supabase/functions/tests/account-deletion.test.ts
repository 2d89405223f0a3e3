import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectedAmounts } from './expected-amounts.ts'
import { openMailbox } from './mailbox.ts'
import { inDays, openMarket } from './market.ts'
import {
  clientOf,
  member,
  onePixel,
  pair,
  password,
  settleAndPay,
  settleInThePast,
} from './member.ts'

let market: Awaited<ReturnType<typeof openMarket>>
let mailbox: ReturnType<typeof openMailbox>

beforeAll(async () => {
  market = await openMarket({ jobs: false })
  mailbox = openMailbox(market.server)
})

afterAll(() => market.server.stop())

const sums = () => market.server.sql`
  select kind, currency, sum(amount_minor)::text as sum, count(*)::int
  from public.ledger_movements group by 1, 2 order by 1, 2`

test('a user without a password can confirm the account deletion with an emailed sign-in code', async () => {
  const person = await member(market, 'codes')
  const { sql } = market.server
  await sql`
    update auth.users set encrypted_password = null, confirmation_sent_at = email_confirmed_at
    where id = ${person.id}`
  const deleteAccount = (code: string) =>
    market.post('delete-account', { code, confirmation: 'DELETE' }, person.token)
  expect(await deleteAccount('000000')).toMatchObject({ status: 403, body: { code: 'wrong_code' } })
  const other = await member(market, 'other')
  const { url, serviceRoleKey } = market.server
  const { admin } = createClient(url, serviceRoleKey).auth
  const codeOf = async ({ email }: { email: string }) =>
    (await admin.generateLink({ type: 'magiclink', email })).data.properties!.email_otp
  expect(await deleteAccount(await codeOf(other))).toMatchObject({ body: { code: 'wrong_code' } })
  expect(await deleteAccount(await codeOf(person))).toEqual({
    status: 200,
    body: { status: 'deleted' },
  })
})

/**
 * Adds an SSO identity that verifies the email, because the email is in a domain of the provider.
 */
async function verifyByCompany(userId: string, email: string, provider: string): Promise<void> {
  const { sql } = market.server
  const providerId = provider.replace('sso:', '')
  await sql`insert into auth.sso_providers (id) values (${providerId})`
  await sql`
    insert into auth.sso_domains (sso_provider_id, domain)
    values (${providerId}, ${email.split('@')[1]!})`
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider)
    values (${userId}, ${userId}, ${sql.json({ sub: userId, email, email_verified: true })},
      ${provider})`
}

/**
 * Gives a user another user's email, verified by SSO. Adds a newsletter subscription and a contact
 * message with this email.
 */
async function shareEmail(user: { id: string }, { email }: { email: string }): Promise<void> {
  const { sql } = market.server
  const provider = `sso:${crypto.randomUUID()}`
  await sql`
    update auth.users set email = ${email}, is_sso_user = true, encrypted_password = null,
      raw_app_meta_data = ${sql.json({ provider, providers: [provider] })}
    where id = ${user.id}`
  await verifyByCompany(user.id, email, provider)
  await sql`
    insert into public.newsletter_subscriptions (email, status) values (${email}, 'confirmed')`
  await sql`
    insert into public.contact_messages (name, email, subject, message)
    values ('Zoe', ${email}, 'general', 'Hello')`
}

test('an SSO user deletes the account without a password soon after a sign-in, and cannot use the password of an account with the same email', async () => {
  const owner = await member(market, 'company')
  const other = await member(market, 'private')
  const { sql } = market.server
  await shareEmail(owner, other)
  await sql`
    update auth.users set confirmation_sent_at = email_confirmed_at where id = ${other.id}`
  await sql`
    select public.notify(${other.id}, 'review-invited', '/bookings', '{}', 'review-invited:other')`
  await sql`
    update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
    where session_id in (select id from auth.sessions where user_id = ${owner.id})`
  const { data } = await owner.client.auth.refreshSession()
  const deleteAccount = (token: string, credentials: { password?: string; code?: string } = {}) =>
    market.post('delete-account', { ...credentials, confirmation: 'DELETE' }, token)
  for (const credentials of [{ password }, { code: '000000' }, {}])
    expect(await deleteAccount(data.session!.access_token, credentials)).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_needed' },
    })
  // The first access token contains the time of the sign-in, which was just now.
  expect(await deleteAccount(owner.token)).toEqual({ status: 200, body: { status: 'deleted' } })
  expect(await sql`select id from auth.users where email = ${other.email}`).toEqual([
    { id: other.id },
  ])
  const kept = await sql`
    select email from public.newsletter_subscriptions where email = ${other.email}
    union all select email from public.contact_messages where email = ${other.email}
    union all select recipient from public.outgoing_mails where user_id = ${other.id}`
  expect(kept).toHaveLength(3)
  expect(await deleteAccount(other.token)).toMatchObject({
    status: 400,
    body: { code: 'bad_request', error: 'Please enter your password' },
  })
})

test('deleting an account deletes its newsletter subscription and contact messages, even if another account has the same unverified email', async () => {
  const owner = await member(market, 'sso')
  const { id } = await member(market, 'unverified')
  const email = 'zoe@company.example'
  const { sql } = market.server
  await sql`update auth.users set email = ${email} where id = ${id}`
  await shareEmail(owner, { email })
  await sql`select public.erase_account(${owner.id})`
  await market.postAsServer('finish-deletions', {})
  const kept = await sql`
    select email from public.newsletter_subscriptions where email = ${email}
    union all select email from public.contact_messages where email = ${email}`
  expect(kept).toEqual([])
})

test("deleting a guest's and a host's account erases their personal data and leaves the ledger unchanged", async () => {
  const [guest, host] = await Promise.all([member(market, 'guest'), member(market, 'host')])
  await market.onboard(host)
  const used = await market.space(host)
  const unused = await market.space(host)
  const bookingId = await market.book(guest, used, inDays(10))
  await settleInThePast(market, bookingId)
  await market.postAsServer('payout-hosts', {})
  await market.server
    .sql`insert into public.reviews (space_id, booking_id, user_id, rating, comment)
    values (${used.id}, ${bookingId}, ${guest.id}, 5, 'Lovely light')`
  const upload = await guest.client.storage
    .from('profile-images')
    .upload(`${guest.id}-1.png`, onePixel, { contentType: 'image/png' })
  expect(upload.error).toBeNull()
  const before = await sums()

  for (const who of [guest, host]) {
    expect(await who.deleteAccount()).toEqual({ status: 200, body: { status: 'deleted' } })
  }

  const { sql } = market.server
  const people = await sql`
    select full_name, avatar_url, is_admin, stripe_account_id, stripe_onboarding_complete
    from public.profiles where id in (${guest.id}, ${host.id})`
  expect(people).toEqual([blank, blank])
  const accounts = await sql`
    select email, encrypted_password, raw_user_meta_data from auth.users
    where id in (${guest.id}, ${host.id})`
  expect(accounts).toEqual([noAccount, noAccount])
  for (const table of ['sessions', 'identities']) {
    expect(
      await sql`select from ${sql(`auth.${table}`)} where user_id in (${guest.id}, ${host.id})`,
    ).toHaveLength(0)
  }
  expect(await sql`select from storage.objects where owner_id = ${guest.id}`).toHaveLength(0)
  expect(await sql`select from public.host_account_reads where host_id = ${host.id}`).toHaveLength(
    0,
  )
  expect(
    await sql`select from public.account_deletions
      where user_id in (${guest.id}, ${host.id}) and finished_at is not null`,
  ).toHaveLength(2)

  // The email that confirms the deletion keeps the address until it is sent.
  await market.postAsServer('send-account-mails', {})
  const dump = await everyRow()
  for (const trace of [guest.email, host.email]) expect(dump).not.toContain(trace)

  expect(await sums()).toEqual(before)
  expect(await market.money()).toMatchObject({ ledger: (await market.money()).balance })
  expect(
    await sql`select user_id, comment from public.reviews where booking_id = ${bookingId}`,
  ).toEqual([{ user_id: null, comment: 'Lovely light' }])

  expect(await sql`select from public.spaces where id = ${unused.id}`).toHaveLength(0)
  const listed = await clientOf(market).from('spaces').select('id').eq('id', used.id)
  expect(listed.data).toEqual([])
})

test('the platform bears a debt that arises after the host has deleted the account', async () => {
  const host = await member(market, 'host')
  await market.onboard(host)
  const guest = await market.person('guest')
  const bookingId = await market.book(guest, await market.space(host), inDays(10))
  await settleInThePast(market, bookingId)
  await market.postAsServer('payout-hosts', {})
  expect(await host.deleteAccount()).toMatchObject({ status: 200 })

  const { sql } = market.server
  const [{ intent }] = await sql<[{ intent: string }]>`
    select stripe_payment_intent_id as intent from public.payments where booking_id = ${bookingId}`
  await market.stripe.refunds.create({ payment_intent: intent })
  await market.webhooksDelivered()
  const [payout] = await sql`
    select owed_minor::int as owed, written_off_minor::int as written_off
    from public.payouts where booking_id = ${bookingId}`
  expect(payout).toEqual({ owed: 0, written_off: expectedAmounts(10_000).shareMinor })
  expect(await market.money()).toMatchObject({ ledger: (await market.money()).balance })
})

test('deleting an account sends one email that confirms it to the address of the account', async () => {
  const { id, email, deleteAccount } = await member(market, 'leaver')
  await deleteAccount()
  await market.server.sql`select public.erase_account(${id})`
  await market.postAsServer('send-account-mails', {})
  const mails = await mailbox.mailsTo(email)
  expect(mails.map(({ subject, copies }) => [subject, copies])).toEqual([
    ['Your Hourspace account was deleted', 1],
  ])
  for (const part of [mails[0]!.text, mails[0]!.html])
    expect(part).toContain('/contact?subject=support')
})

test("the email that confirms an account deletion is deleted if the recipient's mail server rejects it", async () => {
  const { id, deleteAccount } = await member(market, 'unreachable')
  await deleteAccount()
  const queued = () => market.server.sql`
    select from public.outgoing_mails where dedupe_key like ${`account:${id}:%`}`
  expect(await queued()).toHaveLength(1)
  await mailbox.setServer('reject')
  await market.postAsServer('send-account-mails', {})
  await mailbox.setServer('accept')
  expect(await queued()).toHaveLength(0)
})

test('a guest still sees the title and location of a booked space after its host deleted the account', async () => {
  const { guest, host, space } = await pair(market)
  const bookingId = await market.book(guest, space, inDays(10))
  await settleAndPay(market, bookingId)
  expect(await host.deleteAccount()).toMatchObject({ status: 200 })
  const { data } = await guest.client
    .from('bookings')
    .select('id, space:spaces(title, location, images)')
    .eq('id', bookingId)
  expect(data).toEqual([{ id: bookingId, space: { title: 'Loft', location: 'Tokyo', images: [] } }])
})

test('after an account deletion, a user can sign up with the same email, and the old password is not accepted', async () => {
  const person = await member(market, 'member')
  await person.deleteAccount()
  const fresh = clientOf(market)
  const old = await fresh.auth.signInWithPassword({ email: person.email, password })
  expect(old.error?.code).toBe('invalid_credentials')
  const again = await fresh.auth.signUp({ email: person.email, password: 'another password' })
  expect(again.error).toBeNull()
  expect(again.data.user?.id).not.toBe(person.id)
})

test('erase_account deletes identities, second factors, tokens and phone number in one transaction', async () => {
  const { sql } = market.server
  const { id, client } = await member(market, 'member')
  await client.auth.mfa.enroll({ factorType: 'totp' })
  await clientOf(market).auth.signInWithOtp({
    email: (await client.auth.getUser()).data.user!.email!,
  })
  await sql`
    insert into auth.flow_state (user_id, provider_type, authentication_method)
    values (${id}, 'google', 'oauth')`
  await sql`update auth.users set phone = '15005550001' where id = ${id}`
  await sql`select public.erase_account(${id})`
  for (const table of ['identities', 'mfa_factors', 'one_time_tokens', 'flow_state']) {
    const left = await sql`select from ${sql(`auth.${table}`)} where user_id = ${id}`
    expect([table, left.length]).toEqual([table, 0])
  }
  const [account] = await sql`
    select phone, banned_until > now() as "isLocked" from auth.users where id = ${id}`
  expect(account).toEqual({ phone: null, isLocked: true })
  expect((await market.postAsServer('finish-deletions', {})).body).toMatchObject({ finished: 1 })
})

test('finish-deletions deletes the files that remain after a crash during an account deletion', async () => {
  const person = await member(market, 'member')
  await person.client.storage
    .from('profile-images')
    .upload(`${person.id}-1.png`, onePixel, { contentType: 'image/png' })
  // Deletes the account only in the database, as after a crash of the server.
  await market.server.sql`select public.erase_account(${person.id})`
  const { body } = await market.postAsServer('finish-deletions', {})
  expect(body).toEqual({ unfinished: 1, finished: 1 })
  const { sql } = market.server
  expect(await sql`select from storage.objects where owner_id = ${person.id}`).toHaveLength(0)
  expect(await sql`select from auth.identities where user_id = ${person.id}`).toHaveLength(0)
  expect((await market.postAsServer('finish-deletions', {})).body).toMatchObject({
    unfinished: 0,
  })
})

test('account deletion removes all files of a user who has more than two thousand files', async () => {
  const { sql } = market.server
  const person = await member(market, 'photographer')
  await sql`
    insert into storage.objects (bucket_id, name, owner_id, version, metadata)
    select 'spaces', ${person.id} || '-' || n || '.png', ${person.id},
      gen_random_uuid()::text, '{}'
    from generate_series(1, 2100) as n`
  expect(await person.deleteAccount()).toMatchObject({ status: 200 })
  expect(await sql`select from storage.objects where owner_id = ${person.id}`).toHaveLength(0)
  expect((await market.postAsServer('finish-deletions', {})).body).toMatchObject({ unfinished: 0 })
})

const blank = {
  full_name: null,
  avatar_url: null,
  is_admin: false,
  stripe_account_id: null,
  stripe_onboarding_complete: false,
}
const noAccount = { email: null, encrypted_password: null, raw_user_meta_data: {} }

async function everyRow(): Promise<string> {
  const { sql } = market.server
  const tables = await sql<{ schema: string; name: string }[]>`
    select relnamespace::regnamespace::text as schema, relname as name from pg_class
    where relkind in ('r', 'p')
      and relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)`
  const texts = await Promise.all(
    tables.map(async ({ schema, name }) =>
      JSON.stringify(await sql`select * from ${sql(schema)}.${sql(name)}`, bigintAsText),
    ),
  )
  return texts.join('\n')
}

const bigintAsText = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value

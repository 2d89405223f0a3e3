import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectedAmounts } from './expected-amounts.ts'
import { openMailbox } from './mailbox.ts'
import { inDays, openMarket } from './market.ts'
import { member, onePixel, pair, password, settleAndPay } from './member.ts'

const { totalMinor, shareMinor } = expectedAmounts(10_000)

let market: Awaited<ReturnType<typeof openMarket>>
let mailbox: ReturnType<typeof openMailbox>

beforeAll(async () => {
  market = await openMarket({ backend: { auth: { otp: { mailInterval: 0 } } } })
  mailbox = openMailbox(market.server)
})

afterAll(() => market.server.stop())

type Export = Record<string, Record<string, unknown>[]> & {
  account: Record<string, unknown>
  profile: Record<string, unknown>
}

test("the account export of a guest contains the guest's bookings, payments, refunds, reviews and files, but not the host's id or email", async () => {
  const { guest, host, space } = await pair(market)
  const cancelled = await market.book(guest, space, inDays(10))
  await guest.call('cancel-booking', { bookingId: cancelled })
  const bookingId = await market.book(guest, space, inDays(11))
  await settleAndPay(market, bookingId)
  await market.server
    .sql`insert into public.reviews (space_id, booking_id, user_id, rating, comment)
    values (${space.id}, ${bookingId}, ${guest.id}, 5, 'Lovely light')`
  await guest.client.storage
    .from('profile-images')
    .upload(`${guest.id}-1.png`, onePixel, { contentType: 'image/png' })

  await market.server.sql`
    insert into auth.sessions (user_id, created_at, not_after)
    values (${guest.id}, now() - interval '2 days', now() - interval '1 day')`

  const { status, body } = await guest.call<Export>('export-account', {})
  expect(status).toBe(200)
  expect(body).toMatchObject({
    account: { id: guest.id, email: guest.email, details: { full_name: 'guest' } },
    profile: { id: guest.id, full_name: 'guest' },
    sessions: [
      { expires_at: expect.any(String) },
      { user_agent: expect.any(String), expires_at: null },
    ],
    security_events: expect.arrayContaining([
      expect.objectContaining({ action: 'login', created_at: expect.any(String) }),
    ]),
    spaces: [],
    bookings: [
      { id: bookingId, status: 'confirmed', space: { title: 'Loft', location: 'Tokyo' } },
      { id: cancelled, status: 'cancelled', refunded_amount: totalMinor / 100 },
    ],
    bookings_of_my_spaces: [],
    payments: [
      { booking_id: cancelled, total_minor: totalMinor },
      { booking_id: bookingId, total_minor: totalMinor },
    ],
    refunds: [{ amount_minor: totalMinor, currency: 'USD' }],
    payouts: [],
    reviews: [{ rating: 5, comment: 'Lovely light' }],
    files: [{ bucket_id: 'profile-images', name: `${guest.id}-1.png`, mime_type: 'image/png' }],
  })
  const text = JSON.stringify(body)
  for (const secret of [host.id, host.email, 'argon2', 'encrypted_password', 'key_number']) {
    expect(text).not.toContain(secret)
  }
})

test("the account export of a host contains spaces, bookings and payouts, but not the guest's id or email", async () => {
  const { guest, host, space } = await pair(market)
  const bookingId = await market.book(guest, space, inDays(12))
  const { body } = await host.call<Export>('export-account', {})
  expect(body).toMatchObject({
    spaces: [{ id: space.id, title: 'Loft', price: 100 }],
    bookings: [],
    bookings_of_my_spaces: [
      { id: bookingId, space_title: 'Loft', host_share_amount: shareMinor / 100 },
    ],
    payments: [],
    payouts: [{ booking_id: bookingId, amount_minor: shareMinor }],
  })
  const text = JSON.stringify(body)
  for (const secret of [guest.id, guest.email, 'transfer_requested_at', 'sending_minor']) {
    expect(text).not.toContain(secret)
  }
  expect(Object.keys(body['spaces']?.[0] ?? {})).not.toContain('location_text')
})

test("contact messages are exported and erased with an account only if an emailed code has verified the account's email", async () => {
  const { sql } = market.server
  const person = await member(market, 'writer')
  await write(person.email)
  await write('somebody-else@example.com')

  // An automatic confirmation does not verify an address. The user must enter an emailed code.
  const nothing = { newsletter: null, contact_messages: [], job_applications: [], mails_to_you: [] }
  expect((await person.call<Export>('export-account', {})).body).toMatchObject(nothing)
  const take = (email: string) =>
    person.client.auth.updateUser({ email, current_password: password })
  await take(`taken-${person.email}`)
  await write(`taken-${person.email}`)
  expect((await person.call<Export>('export-account', {})).body).toMatchObject({
    ...nothing,
    mails_to_you: [{ kind: 'account-email-changed' }],
  })
  await take(person.email)
  await verifyEmail(person)

  const { body } = await person.call<Export>('export-account', {})
  expect(body).toMatchObject({
    newsletter: { status: 'confirmed' },
    contact_messages: [{ email: person.email, message: 'Hello' }],
    job_applications: [{ email: person.email, letter: 'Hire me', resume_name: 'me.pdf' }],
    mails_to_you: expect.arrayContaining([
      { kind: 'test', created_at: expect.any(String), sent_at: null },
    ]),
  })
  expect(JSON.stringify(body)).not.toContain('somebody-else')

  expect(await person.deleteAccount()).toMatchObject({ status: 200 })
  const left = await sql`
    select email from public.contact_messages
    union all select email from public.newsletter_subscriptions
    union all select recipient from public.outgoing_mails where template = 'test'`
  const others = ['somebody-else@example.com', `taken-${person.email}`]
  expect(new Set(left.map(({ email }) => email))).toEqual(new Set(others))
  expect(left).toHaveLength(3 * others.length)
})

test('deleting an account with an unverified email does not erase messages sent from that address', async () => {
  const { sql } = market.server
  const person = await member(market, 'squatter')
  await write(person.email)
  // The export contains emails sent to the account even if its address is unverified.
  await sql`
    insert into public.outgoing_mails (template, recipient, user_id, dedupe_key, send_after)
    values ('new-booking', ${person.email}, ${person.id}, 'squatter', now() + interval '1 day')`
  const { body } = await person.call<Export>('export-account', {})
  expect(body).toMatchObject({ mails_to_you: [{ kind: 'new-booking' }], contact_messages: [] })
  expect(await person.deleteAccount()).toMatchObject({ status: 200 })
  const mails = await sql`
    select template from public.outgoing_mails
    where recipient = ${person.email} and template <> 'account-deleted'`
  expect(mails).toEqual([{ template: 'test' }])
  const kept = await sql`select from public.contact_messages where email = ${person.email}`
  expect(kept).toHaveLength(1)
})

test('the account export includes contact messages from the email of an external identity only if the identity provider has verified it', async () => {
  const { sql } = market.server
  const person = await member(market, 'linked')
  await write(person.email)
  const letters = async () =>
    (await person.call<Export>('export-account', {})).body['contact_messages']
  const link = (email: string, isVerified: boolean) => sql`
    insert into auth.identities (provider, provider_id, user_id, identity_data)
    values ('google', ${crypto.randomUUID()}, ${person.id},
      ${sql.json({ email, email_verified: isVerified })})`
  await link(person.email, false)
  await link(`other-${person.email}`, true)
  expect(await letters()).toEqual([])
  await link(person.email.toUpperCase(), true)
  expect(await letters()).toHaveLength(1)
})

test('an SSO provider can verify only email addresses of its own domains', async () => {
  const { sql } = market.server
  const person = await member(market, 'employee')
  await write(person.email)
  const letters = async () =>
    (await person.call<Export>('export-account', {})).body['contact_messages']
  const [company] = await sql<{ id: string }[]>`
    insert into auth.sso_providers default values returning id`
  await sql`
    insert into auth.identities (provider, provider_id, user_id, identity_data)
    values (${`sso:${company!.id}`}, 'their-id', ${person.id},
      ${sql.json({ email: person.email, email_verified: true })})`
  expect(await letters()).toEqual([])
  await sql`
    insert into auth.sso_domains (sso_provider_id, domain) values (${company!.id}, 'Example.com')`
  expect(await letters()).toHaveLength(1)
})

test('unsubscribe_from_newsletter unsubscribes the email of the signed-in user only if it is verified', async () => {
  const person = await member(market, 'reader')
  await write(person.email)
  const isReader = async () => (await person.client.rpc('is_newsletter_subscriber')).data
  // An unverified address may belong to another person, so this user must not be able to
  // unsubscribe it.
  expect(await isReader()).toBe(false)
  await person.client.rpc('unsubscribe_from_newsletter')
  await verifyEmail(person)
  expect(await isReader()).toBe(true)
  await person.client.rpc('unsubscribe_from_newsletter')
  expect(await isReader()).toBe(false)
})

type Member = Awaited<ReturnType<typeof member>>

async function verifyEmail({ email, client }: Member): Promise<void> {
  const codes = async () =>
    (await mailbox.mailsTo(email)).flatMap(
      ({ subject }) => /^\d{6}(?= is your)/.exec(subject) ?? [],
    )
  const before = await codes()
  const asked = await client.auth.reauthenticate()
  expect(asked.error).toBeNull()
  await expect.poll(codes).toHaveLength(before.length + 1)
  const [nonce = ''] = await codes()
  const { error } = await client.auth.updateUser({ nonce })
  expect(error).toBeNull()
}
async function write(email: string): Promise<void> {
  const { sql } = market.server
  await sql`insert into public.contact_messages (name, email, subject, message)
    values ('Name', ${email}, 'general', 'Hello')`
  await sql`insert into public.newsletter_subscriptions (email, status, confirmed_at)
    values (${email}, 'confirmed', now())`
  await sql`insert into public.job_applications
      (position, name, email, letter, resume_path, resume_name, resume_type)
    values ('host-support', 'Name', ${email}, 'Hire me', ${`${email}.pdf`}, 'me.pdf',
      'application/pdf')`
  await sql`insert into public.outgoing_mails (template, recipient, dedupe_key, send_after)
    values ('test', ${email}, ${`test:${email}`}, now() + interval '1 day')`
}

test('no table with a user id, a name or contact data is missing from the list for account export and deletion', async () => {
  const rows = await market.server.sql<{ name: string }[]>`
    select distinct relname as name from pg_class
    left join pg_constraint on conrelid = pg_class.oid and contype = 'f'
      and confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
    left join pg_attribute on attrelid = pg_class.oid and not attisdropped
      and attname in ('email', 'recipient', 'phone', 'full_name')
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and coalesce(pg_constraint.oid, attrelid) is not null
    order by 1`
  // export_account and erase_account must cover each table of this list, except the counters
  // account_usage and host_account_reads. erase_account keeps decision logs, ledger corrections and
  // dispute answers.
  expect(rows.map(({ name }) => name)).toEqual([
    'account_deletions',
    'account_usage',
    'admin_actions',
    'bank_payouts',
    'billing_details',
    'booking_problem_events',
    'booking_problems',
    'bookings',
    'contact_messages',
    'conversation_decisions',
    'conversation_reports',
    'conversations',
    'disputes',
    'favorite_lists',
    'guest_reviews',
    'host_account_reads',
    'host_accounts',
    'inbox_answers',
    'job_applications',
    'ledger_transactions',
    'messages',
    'money_decisions',
    'newsletter_subscriptions',
    'notification_keys',
    'notification_preferences',
    'notifications',
    'outgoing_mails',
    'payment_customers',
    'payments',
    'payouts',
    'profiles',
    'quick_replies',
    'reconciliation_differences',
    'review_decisions',
    'review_reports',
    'reviews',
    'space_changes',
    'space_reports',
    'spaces',
    'user_blocks',
  ])
})

test('export-account rejects a request without a signed-in user, and returns empty lists to a new user', async () => {
  const answer = await market.post('export-account', {})
  expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  const stranger = await member(market, 'stranger')
  const { body } = await stranger.call<Export>('export-account', {})
  expect(body).toMatchObject({ spaces: [], bookings: [], payments: [], files: [] })
})

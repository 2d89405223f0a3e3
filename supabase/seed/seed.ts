import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { discountRows, openingHourRows, priceRuleRows } from './booking-rules.ts'
import { makeBookings, makeRequest, type DemoTimes } from './bookings.ts'
import { contactMessageRows } from './contact-messages.ts'
import { conversationRows, messageRows, quickReplyRows } from './conversations.ts'
import { makeHistory, type StripeHistory } from './history.ts'
import { demoPassword, people, personId } from './people.ts'
import { makeReviews } from './reviews.ts'
import * as rows from './rows.ts'
import { moreSpaceTypes, pictureNames, spaces } from './spaces.ts'

type SeedContext = {
  sql: Sql
  upload(bucket: string, path: string, bytes: Uint8Array, contentType: string): Promise<void>
  today: Date
  /**
   * Creates past payments in the Stripe sandbox. Absent with real Stripe, for which the seed
   * creates no bookings.
   */
  recordHistory?(history: StripeHistory): Promise<void>
}

export async function seed({ sql, upload, today, recordHistory }: SeedContext): Promise<void> {
  const bookings = recordHistory ? makeBookings(today) : []
  const requests = recordHistory ? [makeRequest(today, bookings)] : []
  await Promise.all([uploadPictures(upload), insertDemo(sql, today, { bookings, requests })])
  if (!recordHistory) return
  await connectHosts(sql)
  // Records the past payments in Stripe last, because a database rollback cannot undo them.
  await recordHistory(makeHistory({ bookings, requests }, today))
}

async function insertDemo(sql: Sql, today: Date, { bookings, requests }: DemoTimes): Promise<void> {
  const all = [...bookings, ...requests]
  const reviews = makeReviews(bookings, today)
  await insertPeople(sql, today)
  // Dates the types like those of the installation. Otherwise admins would see them as newly added.
  const [installed] = await sql<{ at: Date }[]>`
    select max(created_at) as at from public.space_types`
  await insert(
    sql,
    'public.space_types',
    moreSpaceTypes.map((type, index) => ({
      ...type,
      created_at: new Date(installed!.at.getTime() + index + 1),
    })),
  )
  // Disables slow row triggers during the inserts. The rows need no complete_space, because they
  // contain slugs and valid time zones. One UPDATE below replaces update_space_rating.
  await sql`alter table public.spaces disable trigger complete_space`
  await sql`alter table public.reviews disable trigger update_space_rating`
  await insert(sql, 'public.spaces', rows.spaceRows(today))
  await insert(sql, 'public.space_addresses', rows.addressRows())
  await insert(sql, 'public.space_arrival_notes', rows.arrivalNoteRows())
  await insert(sql, 'public.space_extras', rows.extraRows())
  await insert(sql, 'public.space_opening_hours', openingHourRows())
  await insert(sql, 'public.space_length_discounts', discountRows())
  await insert(sql, 'public.space_price_rules', priceRuleRows())
  await insert(sql, 'public.bookings', rows.bookingRows(all))
  await cancel(sql, rows.cancellationRows(bookings))
  await insert(sql, 'public.space_availability', rows.availabilityRows(all))
  await insert(sql, 'public.payments', rows.paymentRows(all))
  await insert(sql, 'public.refunds', rows.refundRows(bookings))
  await insert(sql, 'public.payouts', rows.payoutRows(bookings, today))
  await recordMovements(sql, rows.ledgerRows(bookings, today))
  await insert(sql, 'public.contact_messages', contactMessageRows(today))
  await insert(sql, 'public.booking_problems', rows.problemRows(bookings, today))
  await insert(sql, 'public.booking_problem_events', rows.problemEventRows(bookings, today))
  await insert(sql, 'public.conversations', conversationRows(today))
  await insert(sql, 'public.messages', messageRows(today))
  await insert(sql, 'public.quick_replies', quickReplyRows(today))
  await notifyOfBookings(sql, today)
  await insert(sql, 'public.reviews', rows.reviewRows(reviews))
  await insert(sql, 'public.guest_reviews', rows.guestReviewRows(reviews))
  // Suppresses the review invitations for past bookings.
  await sql`update public.bookings set review_invited_at = end_time where end_time < now()`
  await sql`
    update public.spaces
    set rating = reviewed.rating, "reviewCount" = reviewed.count
    from (
      select space_id, round(avg(rating), 1) as rating, count(*) as count
      from public.reviews group by space_id
    ) as reviewed
    where spaces.id = reviewed.space_id`
  await sql`alter table public.reviews enable trigger update_space_rating`
  await sql`alter table public.spaces enable trigger complete_space`
}

/** Inserts the demo accounts. A database trigger creates their profiles. */
async function insertPeople(sql: Sql, today: Date): Promise<void> {
  const [hashed] = await sql<[{ hash: string }]>`
    select extensions.crypt(${demoPassword}, extensions.gen_salt('bf', 8)) as hash`
  await insert(sql, 'auth.users', rows.userRows(today, hashed.hash))
  await insert(sql, 'auth.identities', rows.identityRows(today))
  await sql`
    update public.profiles
    set bio = person.bio, languages = person.languages, avatar_url = person.avatar_url,
      created_at = person.created_at
    from jsonb_to_recordset(${sql.json(rows.profileRows(today))}::jsonb)
      as person (
          id uuid, bio text, languages text[], avatar_url text, created_at timestamptz)
    where profiles.id = person.id`
  const admins = people.filter(({ role }) => role === 'admin').map(({ name }) => personId(name))
  await sql`update public.profiles set is_admin = true where id = any(${admins})`
}

async function connectHosts(sql: Sql): Promise<void> {
  await sql`
    update public.profiles
    set stripe_account_id = host.stripe_account_id,
      stripe_onboarding_complete = host.stripe_onboarding_complete
    from jsonb_to_recordset(${sql.json(rows.hostAccountRows())}::jsonb)
      as host (id uuid, stripe_account_id text, stripe_onboarding_complete boolean)
    where profiles.id = host.id`
}

async function cancel(sql: Sql, cancellations: readonly object[]): Promise<void> {
  await sql`
    update public.bookings
    set status = 'cancelled', cancelled_by = 'guest', cancelled_at = change.cancelled_at,
      refunded_amount = change.refunded_amount
    from jsonb_to_recordset(${sql.json(cancellations as never)}::jsonb)
      as change (id uuid, cancelled_at timestamptz, refunded_amount numeric)
    where bookings.id = change.id`
}

/**
 * Adds notifications about the bookings of the last 30 days. Those of the last 3 days are unread.
 */
async function notifyOfBookings(sql: Sql, today: Date): Promise<void> {
  await sql`
    insert into public.notifications (user_id, kind, path, data, dedupe_key, created_at, read_at)
    select side.user_id, side.kind, '/bookings/' || bookings.id,
      jsonb_build_object(
        'space_title', spaces.title, 'starts_at', bookings.start_time, 'ends_at', bookings.end_time,
        'time_zone', bookings.time_zone, 'guest_name', guests.full_name,
        'host_name', hosts.full_name, 'answer_by', bookings.answer_by),
      side.kind || ':' || bookings.id, bookings.created_at,
      case when bookings.created_at < ${today}::timestamptz - interval '3 days'
        then bookings.created_at + interval '1 hour' end
    from public.bookings
    join public.spaces on spaces.id = bookings.space_id
    join public.profiles guests on guests.id = bookings.user_id
    join public.profiles hosts on hosts.id = spaces.user_id
    cross join lateral (values
      (bookings.user_id,
        case bookings.status when 'requested' then 'request-sent' else 'booking-confirmed' end),
      (spaces.user_id,
        case bookings.status when 'requested' then 'new-request' else 'new-booking' end)
    ) as side (user_id, kind)
    where bookings.status in ('requested', 'confirmed')
      and bookings.created_at > ${today}::timestamptz - interval '30 days'`
}

async function recordMovements(sql: Sql, movements: readonly object[]): Promise<void> {
  await sql`
    with rows as (
      select * from jsonb_to_recordset(${sql.json(movements as never)}::jsonb) as row (
        payment_id uuid, booking_id uuid, kind text, amount_minor bigint, currency text,
        stripe_id text, created_at timestamptz)
    ),
    added as (
      insert into public.ledger_transactions (kind, stripe_id, payment_id, booking_id, created_at)
      select kind, stripe_id, payment_id, booking_id, created_at from rows order by created_at
      returning id, kind, stripe_id
    )
    insert into public.ledger_entries (transaction_id, account, host_id, amount_minor, currency)
    select added.id, part.account, part.host_id, part.minor, rows.currency
    from added
    join rows using (kind, stripe_id)
    left join public.payouts on payouts.booking_id = rows.booking_id
    cross join lateral (values
      ('stripe_balance', null::uuid, rows.amount_minor),
      (case kind when 'charge' then 'guest_payments' when 'refund' then 'guest_refunds'
        else 'host_payable' end,
        case kind when 'transfer' then payouts.host_id end, -rows.amount_minor)
    ) as part (account, host_id, minor)`
  await sql`select public.record_claims(id) from public.payments where status = 'paid'`
}

/**
 * Inserts all rows in one statement. Columns that the first row lacks get their defaults in all
 * rows.
 */
async function insert(sql: Sql, table: string, list: readonly object[]): Promise<void> {
  if (!list[0]) return
  const columns = Object.keys(list[0])
    .map((name) => `"${name}"`)
    .join(', ')
  await sql.unsafe(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [sql.json(list as never)],
  )
}

async function uploadPictures(upload: SeedContext['upload']): Promise<void> {
  const waiting = [
    ...spaces.flatMap(pictureNames).map((name) => ({
      file: join('images', name),
      bucket: 'spaces',
      path: rows.picturePath(name),
    })),
    ...people
      .filter(({ hasPicture }) => hasPicture)
      .map(({ name }) => ({
        file: join('portraits', `${name}.webp`),
        bucket: 'profile-images',
        path: rows.portraitPath(name),
      })),
  ]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const bytes = await readFile(join(import.meta.dirname, next.file))
      await upload(next.bucket, next.path, bytes, 'image/webp')
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

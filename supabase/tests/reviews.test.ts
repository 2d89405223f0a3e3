import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addBooking, addSpace, addUser, asUser, auditOf, cancelBooking } from './records.ts'

let database: TestDatabase
let host: string
let guest: string
let stranger: string
let admin: string
let space: string
let booking: string
let day = 0

beforeAll(async () => {
  database = await createTestDatabase()
  const { sql } = database
  host = await addUser(sql, 'host@example.com')
  guest = await addUser(sql, 'guest@example.com')
  stranger = await addUser(sql, 'stranger@example.com')
  admin = await addUser(sql, 'admin@example.com')
  await sql`update profiles set is_admin = true where id = ${admin}`
  await sql`update profiles set full_name = 'Nora Klein' where id = ${guest}`
})

afterAll(() => database.drop())

beforeEach(async () => {
  space = await addSpace(database.sql, host)
  day += 1
  booking = await endedBooking('1 day')
})

async function endedBooking(ago: string, values: Record<string, unknown> = {}): Promise<string> {
  const id = await addBooking(database.sql, { guest, space, day }, values)
  await database.sql`update bookings
    set start_time = now() - ${ago}::interval - interval '1 hour', end_time = now() - ${ago}::interval
    where id = ${id}`
  return id
}

const save = (user: string, review: Record<string, unknown>, id = booking) =>
  asUser(database.sql, user, (sql) => sql`select save_review(${id}, ${sql.json(review as never)})`)

const stateOf = async (user: string, id = booking) => {
  const [row] = await asUser(
    database.sql,
    user,
    (sql) => sql<{ state: Record<string, unknown> | null }[]>`select review_state(${id}) as state`,
  )
  return row?.state
}

const shown = () =>
  database.sql`select rating, comment, author_name from space_reviews where space_id = ${space}`
const spaceRating = async () =>
  (await database.sql`select rating, "reviewCount" from spaces where id = ${space}`)[0]

describe('writing reviews', () => {
  test('a review stays hidden from all other users until both guest and host have written a review', async () => {
    await save(guest, { rating: 4, cleanliness: 3, comment: ' Bright ' })
    expect(await shown()).toEqual([])
    expect(await spaceRating()).toMatchObject({ reviewCount: 0 })
    for (const user of [host, stranger, admin]) {
      const rows = await asUser(
        database.sql,
        user,
        (sql) => sql`select rating from reviews where space_id = ${space}`,
      )
      expect(rows).toEqual([])
    }
    expect(await stateOf(host)).toMatchObject({ role: 'host', own: null, received: null })
    expect(await stateOf(guest)).toMatchObject({
      role: 'guest',
      own: { rating: 4, cleanliness: 3, comment: 'Bright', published_at: null },
    })

    await save(host, { rating: 5, comment: 'Tidy' })
    expect(await shown()).toEqual([{ rating: 4, comment: 'Bright', author_name: 'Nora K.' }])
    expect(await spaceRating()).toMatchObject({ rating: '4.0', reviewCount: 1 })
    expect(await stateOf(guest)).toMatchObject({ received: { rating: 5, comment: 'Tidy' } })
    expect(await stateOf(host)).toMatchObject({ received: { rating: 4 } })
    const notices = await database.sql`
      select user_id from notifications where kind = 'review-published'
        and path = ${`/bookings/${booking}/review`} order by created_at`
    expect(notices.map((row) => row.user_id as string).toSorted()).toEqual([host, guest].toSorted())
  })

  test('contact data in a review and in the answer of the host is stored masked', async () => {
    await save(guest, { rating: 4, comment: 'Bright. Write to nora@example.com' })
    expect(await stateOf(guest)).toMatchObject({ own: { comment: 'Bright. Write to [hidden]' } })
    await save(host, { rating: 5, comment: 'Tidy. Her number is +49 30 1234567' })
    expect(await stateOf(guest)).toMatchObject({
      received: { comment: 'Tidy. Her number is [hidden]' },
    })
    const [review] = await database.sql`select id from reviews where booking_id = ${booking}`
    const answer = 'Book on 2026-11-25 at www.cheaper.example'
    await asUser(
      database.sql,
      host,
      (sql) => sql`select answer_review(${review?.['id']}, ${answer})`,
    )
    expect(
      await database.sql`select comment, answer from space_reviews where space_id = ${space}`,
    ).toEqual([{ comment: 'Bright. Write to [hidden]', answer: 'Book on 2026-11-25 at [hidden]' }])
  })

  test('a review of 2,000 characters is accepted even if the masked text is longer', async () => {
    const comment = `${'x'.repeat(1993)} a@b.co`
    await save(guest, { rating: 4, comment })
    const own = (await stateOf(guest))?.['own'] as { comment: string }
    expect(own.comment).toHaveLength(2000)
    expect(own.comment).not.toContain('@')
  })

  test('an author can change a review only until it is published', async () => {
    await save(guest, { rating: 2 })
    await save(guest, { rating: 3, comment: 'Better than I wrote' })
    expect(await stateOf(guest)).toMatchObject({ own: { rating: 3 } })
    await save(host, { rating: 5 })
    await expect(save(guest, { rating: 1 })).rejects.toMatchObject({ detail: 'review_published' })
    await expect(save(host, { rating: 1 })).rejects.toMatchObject({ detail: 'review_published' })
  })

  test('the reviews of guest and host are both published if they are written concurrently', async () => {
    await Promise.all([save(guest, { rating: 4 }), save(host, { rating: 5 })])
    expect(await shown()).toHaveLength(1)
    expect(await stateOf(guest)).toMatchObject({ received: { rating: 5 } })
  })

  test.each([
    ['before the end of the booking', '-1 minute', 'review_too_early'],
    ['14 days after the end', '14 days', 'review_closed'],
  ])('the database rejects a review written %s', async (_when, ago, detail) => {
    const id = await endedBooking(ago)
    await expect(save(guest, { rating: 5 }, id)).rejects.toMatchObject({ detail })
    await expect(save(host, { rating: 5 }, id)).rejects.toMatchObject({ detail })
  })

  test('cancelled, free and fully refunded bookings cannot be reviewed', async () => {
    const cancelled = await endedBooking('2 days')
    await cancelBooking(database.sql, cancelled)
    const free = await addBooking(database.sql, { guest, space, day: day + 1, rental: 0 })
    const refunded = await endedBooking('3 days', { refunded_amount: 110 })
    for (const id of [cancelled, free, refunded])
      await expect(save(guest, { rating: 5 }, id)).rejects.toMatchObject({
        detail: 'not_reviewable',
      })
  })

  test('users who are not part of a booking cannot review it or read its review state', async () => {
    await expect(save(stranger, { rating: 5 })).rejects.toMatchObject({
      detail: 'booking_not_found',
    })
    expect(await stateOf(stranger)).toBeNull()
  })

  test.each([
    ['without stars', { comment: 'No stars' }],
    ['with six stars', { rating: 6 }],
    ['with half a star in one aspect', { rating: 5, value: 0.5 }],
    ['with a text that is too long', { rating: 5, comment: 'x'.repeat(2001) }],
    ['with six photos', { rating: 5, photos: Array.from({ length: 6 }, (_, i) => `/p${i}`) }],
  ])('the database rejects a review %s', async (_what, review) => {
    await expect(save(guest, review)).rejects.toMatchObject({ detail: 'bad_review' })
  })

  test('a review with a photo on another server is rejected', async () => {
    await expect(
      save(guest, { rating: 5, photos: ['https://example.com/a.jpg'] }),
    ).rejects.toMatchObject({ detail: 'foreign_image' })
  })
})

describe('advance_reviews', () => {
  const advance = () => database.sql`select advance_reviews()`
  const invited = (id: string) => database.sql`
    select user_id from notifications
    where kind = 'review-invited' and path = ${`/bookings/${id}/review`}`

  test('advance_reviews publishes a review 14 days after the booking even if the other side has written none', async () => {
    await save(guest, { rating: 3 })
    await database.sql`update bookings
      set start_time = start_time - interval '12 days 23 hours 59 minutes',
        end_time = end_time - interval '12 days 23 hours 59 minutes' where id = ${booking}`
    await advance()
    expect(await shown()).toEqual([])
    await database.sql`update bookings set start_time = start_time - interval '1 minute',
      end_time = end_time - interval '1 minute' where id = ${booking}`
    await advance()
    expect(await shown()).toHaveLength(1)
    expect(await spaceRating()).toMatchObject({ reviewCount: 1 })
  })

  test('advance_reviews invites guest and host once, at the earliest two hours after the booking ends', async () => {
    const early = await endedBooking('1 hour 59 minutes')
    await advance()
    await advance()
    expect(await invited(booking)).toHaveLength(2)
    expect(await invited(early)).toEqual([])
  })

  test('advance_reviews invites only the side that has not written a review, and neither side of a cancelled booking', async () => {
    await save(guest, { rating: 5 })
    const cancelled = await endedBooking('3 hours')
    await cancelBooking(database.sql, cancelled)
    await advance()
    expect((await invited(booking)).map((row) => row.user_id as string)).toEqual([host])
    expect(await invited(cancelled)).toEqual([])
  })
})

test('due_reviews returns the finished bookings that the caller has not reviewed', async () => {
  const due = (user: string) =>
    asUser(
      database.sql,
      user,
      (sql) => sql`select booking_id, role from due_reviews() where booking_id = ${booking}`,
    )
  expect(await due(guest)).toEqual([{ booking_id: booking, role: 'guest' }])
  expect(await due(host)).toEqual([{ booking_id: booking, role: 'host' }])
  expect(await due(stranger)).toEqual([])
  await save(guest, { rating: 5 })
  expect(await due(guest)).toEqual([])
})

test('an extended stay is reviewed once, with its first booking, after its last extension has ended', async () => {
  const { sql } = database
  const first = await endedBooking('3 hours')
  const extension = await endedBooking('-1 hour', { extends_booking_id: first })
  const due = (user: string) =>
    asUser(
      sql,
      user,
      (as) =>
        as`select booking_id from due_reviews() where booking_id in ${as([first, extension])}`,
    )
  const invited = () => sql`
    select path from notifications where kind = 'review-invited'
      and path in ${sql([first, extension].map((id) => `/bookings/${id}/review`))}`
  const advance = () => sql`select advance_reviews()`

  await advance()
  expect(await invited()).toEqual([])
  expect(await due(guest)).toEqual([])
  await expect(save(guest, { rating: 5 }, first)).rejects.toMatchObject({
    detail: 'review_too_early',
  })

  await sql`
    update bookings set end_time = now() - interval '2 hours', start_time = now() - interval '3 hours'
    where id = ${extension}`
  await advance()
  const path = `/bookings/${first}/review`
  expect(await invited()).toEqual([{ path }, { path }])
  for (const user of [guest, host]) expect(await due(user)).toEqual([{ booking_id: first }])
  expect(await stateOf(guest, extension)).toBeNull()
  await expect(save(host, { rating: 5 }, extension)).rejects.toMatchObject({
    detail: 'not_reviewable',
  })
  const [times] = await sql`
    select end_time, end_time + interval '14 days' as closes_at from bookings where id = ${extension}`
  const state = await stateOf(guest, first)
  expect(new Date(state!['opens_at'] as string)).toEqual(times!['end_time'])
  expect(new Date(state!['closes_at'] as string)).toEqual(times!['closes_at'])
  await save(guest, { rating: 4 }, first)
  await save(host, { rating: 5 }, first)
  expect(await shown()).toHaveLength(1)
})

describe('unanswered_reviews', () => {
  const unanswered = async (user: string) => [
    ...(await asUser(
      database.sql,
      user,
      (sql) => sql`
        select rating, comment, space_title, guest_name from unanswered_reviews()
        where booking_id = ${booking}`,
    )),
  ]
  const publish = async () => {
    await save(guest, { rating: 4, comment: 'Bright' })
    await save(host, { rating: 5 })
  }
  const review = { rating: 4, comment: 'Bright', space_title: 'Loft', guest_name: 'Nora Klein' }

  test('unanswered_reviews returns a review to the host of the space once it is published, and to no other user', async () => {
    await save(guest, { rating: 4, comment: 'Bright' })
    expect(await unanswered(host)).toEqual([])
    await save(host, { rating: 5 })
    expect(await unanswered(host)).toEqual([review])
    for (const user of [guest, stranger, admin]) expect(await unanswered(user)).toEqual([])
  })

  test('unanswered_reviews leaves out a review while it has an answer', async () => {
    await publish()
    const answer = (words: string) =>
      asUser(
        database.sql,
        host,
        (sql) => sql`select answer_review(id, ${words}) from reviews where space_id = ${space}`,
      )
    await answer('Thank you')
    expect(await unanswered(host)).toEqual([])
    await answer('')
    expect(await unanswered(host)).toEqual([review])
  })

  test.each([
    ['hidden by an admin', 'update reviews set hidden_at = now() where booking_id = $1'],
    [
      'published 30 days ago',
      "update reviews set published_at = now() - interval '30 days' where booking_id = $1",
    ],
    [
      'of a fully refunded booking',
      'update bookings set refunded_amount = total_price where id = $1',
    ],
    [
      'of a deleted listing',
      `update spaces set withdrawn_at = now()
        where id = (select space_id from bookings where id = $1)`,
    ],
  ])('unanswered_reviews leaves out a review %s', async (_which, change) => {
    await publish()
    await database.sql.unsafe(change, [booking])
    expect(await unanswered(host)).toEqual([])
  })
})

describe('published reviews', () => {
  let review: string

  beforeEach(async () => {
    await save(guest, { rating: 2, comment: 'Cold' })
    await save(host, { rating: 5, comment: 'Tidy' })
    const [row] = await database.sql<{ id: string }[]>`
      select id from reviews where booking_id = ${booking}`
    review = row!.id
  })

  const answer = (user: string, words: string) =>
    asUser(database.sql, user, (sql) => sql`select answer_review(${review}, ${words})`)
  const decide = (user: string, isHidden: boolean, reason: string) =>
    asUser(
      database.sql,
      user,
      (sql) => sql`select decide_review(${review}, ${isHidden}, ${reason})`,
    )

  test('only the host of the space can answer a review, and change or remove the answer', async () => {
    await expect(answer(guest, 'Me too')).rejects.toMatchObject({ detail: 'review_not_found' })
    const shownAnswer = async () =>
      (await database.sql`select answer from space_reviews where id = ${review}`)[0]
    await answer(host, 'The heating is fixed')
    await answer(host, 'The heating is fixed now')
    expect(await shownAnswer()).toEqual({ answer: 'The heating is fixed now' })
    await answer(host, '')
    expect(await shownAnswer()).toEqual({ answer: null })
  })

  test('booking_review returns the published review of a booking to admins, even if the review is hidden, and to no other user', async () => {
    const found = (user: string, of = booking) =>
      asUser(
        database.sql,
        user,
        (sql) => sql`
          select id, rating, comment, answer, hidden_at is not null as is_hidden
          from booking_review(${of})`,
      )
    await answer(host, 'The heating is fixed')
    const facts = { id: review, rating: 2, comment: 'Cold', answer: 'The heating is fixed' }
    expect(await found(admin)).toEqual([{ ...facts, is_hidden: false }])
    await decide(admin, true, 'Spam')
    expect(await found(admin)).toEqual([{ ...facts, is_hidden: true }])
    for (const user of [guest, host, stranger]) expect(await found(user)).toEqual([])
    const unpublished = await endedBooking('1 day')
    await save(guest, { rating: 1 }, unpublished)
    expect(await found(admin, unpublished)).toEqual([])
  })

  test('booking_review returns the review of the first booking for its extensions', async () => {
    const extension = await endedBooking('20 hours', { extends_booking_id: booking })
    const last = await endedBooking('18 hours', { extends_booking_id: extension })
    const found = await asUser(
      database.sql,
      admin,
      (sql) => sql`select id from booking_review(${last})`,
    )
    expect(found).toEqual([{ id: review }])
  })

  test('hiding or showing a review emails and notifies its author once, unless the author is banned', async () => {
    const { sql } = database
    await decide(admin, true, ' Insults the host ')
    await decide(admin, true, 'Said twice')
    // After a minute, showing the review again no longer deletes the email, even if it was not sent
    // because no mail server is configured.
    await sql`update reviews set hidden_at = hidden_at - interval '2 minutes'`
    await decide(admin, false, 'Decided by mistake')
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${guest}`
    await decide(admin, true, 'Spam')
    await sql`update auth.users set banned_until = null where id = ${guest}`
    const events = [
      { kind: 'review-hidden', hidden_reason: 'Insults the host' },
      { kind: 'review-shown', hidden_reason: null },
    ]
    expect(
      await sql`
        select template as kind, data ->> 'hidden_reason' as hidden_reason from outgoing_mails
        where booking_id = ${booking} and template in ('review-hidden', 'review-shown')
          and recipient = 'guest@example.com' order by created_at`,
    ).toEqual(events)
    expect(
      await sql`
        select kind, data ->> 'hidden_reason' as hidden_reason from notifications
        where kind in ('review-hidden', 'review-shown') and user_id = ${guest}
          and path = ${`/bookings/${booking}/review`} order by created_at`,
    ).toEqual(events)
  })

  test('if a review is hidden and shown again within a minute, its author gets neither an email nor a notification', async () => {
    const { sql } = database
    const mails = () => sql`
      select template from outgoing_mails
      where booking_id = ${booking} and template in ('review-hidden', 'review-shown')`
    await decide(admin, true, 'Wrong review')
    expect(await mails()).toEqual([{ template: 'review-hidden' }])
    await decide(admin, false, 'Undo of the last decision')
    expect(await mails()).toEqual([])
    const notes = () => sql`
      select from notifications
      where path = ${`/bookings/${booking}/review`} and kind in ('review-hidden', 'review-shown')`
    expect(await notes()).toEqual([])
    // The author turns off these emails.
    await sql`insert into notification_preferences (user_id, group_name, channel, is_enabled)
      values (${guest}, 'reviews', 'email', false)`
    await decide(admin, true, 'Wrong review again')
    expect(await notes()).toHaveLength(1)
    await decide(admin, false, 'Undo of the last decision')
    expect(await notes()).toEqual([])
    await sql`delete from notification_preferences where user_id = ${guest}`
  })

  test('hiding a reported review requires a reason, and removes the review from the page and the rating of the space until an admin shows it again', async () => {
    await asUser(
      database.sql,
      stranger,
      (sql) => sql`insert into review_reports (review_id, reason) values (${review}, 'offensive')`,
    )
    const reported = (user: string) =>
      asUser(
        database.sql,
        user,
        (sql) => sql`select comment, reports from reported_reviews() where review_id = ${review}`,
      )
    expect(await reported(host)).toEqual([])
    expect(await reported(admin)).toEqual([{ comment: 'Cold', reports: '1' }])
    await expect(decide(host, true, 'I do not like it')).rejects.toThrow('Admins only')
    await expect(decide(admin, true, ' ')).rejects.toMatchObject({ detail: 'bad_decision' })

    await decide(admin, true, 'Insults the host')
    expect(await shown()).toEqual([])
    expect(await spaceRating()).toMatchObject({ reviewCount: 0 })
    expect(await reported(admin)).toEqual([])
    await decide(admin, false, 'Decided by mistake')
    expect(await spaceRating()).toMatchObject({ reviewCount: 1 })
    const log = await database.sql`
      select is_hidden, reason from review_decisions where review_id = ${review} order by id`
    expect(log).toEqual([
      { is_hidden: true, reason: 'Insults the host' },
      { is_hidden: false, reason: 'Decided by mistake' },
    ])
    const audit = await database.sql`
      select action, reason from admin_actions where target_id = ${review} order by id`
    expect(audit).toEqual([
      { action: 'review.hide', reason: 'Insults the host' },
      { action: 'review.show', reason: 'Decided by mistake' },
    ])
    expect(await auditOf(database.sql, admin, review)).toEqual(
      ['review.hide', 'review.show'].map((action) => ({
        action,
        target: 'Loft',
        booking_id: booking,
        amount: null,
      })),
    )
  })

  test("a guest's reviews are visible to a host whose space the guest has booked, but not to an unrelated user", async () => {
    const figures = async (user: string) =>
      (
        await asUser(
          database.sql,
          user,
          (sql) => sql`select guest_figures(${guest}) as figures,
            (select count(*)::int from guest_reviews where guest_id = ${guest}) as reviews`,
        )
      )[0]
    expect(await figures(host)).toMatchObject({ figures: { rating: 5 } })
    expect(await figures(stranger)).toEqual({ figures: { reviews: 0, rating: null }, reviews: 0 })
  })
})

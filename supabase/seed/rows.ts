import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '@hourspace/domain/durations.ts'
import { toDecimal } from '@hourspace/domain/money.ts'
import type { DemoBooking } from './bookings.ts'
import { ruleColumns } from './booking-rules.ts'
import { captions } from './captions.ts'
import { extrasOf } from './extras.ts'
import { houseDetailsOf } from './house-details.ts'
import { idOf } from './ids.ts'
import { connectedHosts, emailOf, people, personId } from './people.ts'
import { randomFrom } from './random.ts'
import type { DemoReview } from './reviews.ts'
import { pictureNames, spaces } from './spaces.ts'
import { addressOf } from './spaces/addresses.ts'
import { cities } from './spaces/cities.ts'

/* Amounts are in minor units in columns that end in `_minor`, otherwise in major units. */

export const accountId = (name: string) => `acct_demo_${name}`
export const spaceId = (slug: string) => idOf('space', slug)

export const picturePath = (name: string) => `demo/${name}`
const pictureUrl = (name: string) => `/storage/v1/object/public/spaces/${picturePath(name)}`

/** Preview images in base64, by image name. demo-pictures/draw-previews.ts generates them. */
const previews = JSON.parse(
  readFileSync(join(import.meta.dirname, 'image-previews.json'), 'utf8'),
) as Record<string, string>
const previewUrl = (name: string) => `data:image/webp;base64,${previews[name]}`

export function userRows(today: Date, encryptedPassword: string) {
  const since = joinedAt(today)
  return people.map((person) => ({
    id: personId(person.name),
    email: emailOf(person),
    encrypted_password: encryptedPassword,
    confirmation_sent_at: since,
    email_confirmed_at: since,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { full_name: person.fullName, email_verified: true },
    aud: 'authenticated',
    role: 'authenticated',
    created_at: since,
    updated_at: since,
  }))
}

export function identityRows(today: Date) {
  const since = joinedAt(today)
  return people.map((person) => {
    const id = personId(person.name)
    return {
      id: idOf('identity', person.name),
      provider_id: id,
      user_id: id,
      provider: 'email',
      identity_data: {
        sub: id,
        email: emailOf(person),
        email_verified: true,
        phone_verified: false,
      },
      last_sign_in_at: since,
      created_at: since,
      updated_at: since,
    }
  })
}

export function hostAccountRows() {
  return connectedHosts.map(({ name }) => ({
    id: personId(name),
    stripe_account_id: accountId(name),
    stripe_onboarding_complete: true,
  }))
}

/** File names in the bucket `profile-images` must start with the user's id. */
export const portraitPath = (name: string) => `${personId(name)}.webp`

export function profileRows(today: Date) {
  return people.map(({ name, bio = '', languages = [], hasPicture }) => ({
    id: personId(name),
    created_at: memberSince(name, today),
    bio,
    languages,
    avatar_url: hasPicture
      ? `/storage/v1/object/public/profile-images/${portraitPath(name)}`
      : null,
  }))
}

export function spaceRows(today: Date) {
  return spaces.map((space, index) => {
    const { country, currency, timeZone } = cities[space.city]
    const { rules, included } = houseDetailsOf(space)
    return {
      id: spaceId(space.slug),
      user_id: personId(space.host),
      title: space.title,
      description: space.description,
      type: space.type,
      price: space.price,
      currency,
      location: space.city,
      country,
      capacity: space.capacity,
      amenities: space.amenities,
      images: pictureNames(space).map(pictureUrl),
      image_previews: pictureNames(space).map(previewUrl),
      image_captions: captions[space.slug] ?? [],
      available: space.state !== 'unavailable',
      status: space.state === 'rented' || space.state === 'maintenance' ? space.state : 'available',
      featured: space.mark === 'featured',
      popular: space.mark === 'popular',
      greatValue: space.mark === 'greatValue',
      slug: space.slug,
      meta_description: firstSentences(space.description),
      meta_keywords: [space.city, country, space.type, ...space.amenities.slice(0, 3)],
      time_zone: timeZone,
      ...ruleColumns(space.slug),
      cancellation_policy: space.policy,
      house_rules: rules,
      included,
      neighborhood: addressOf(space).neighborhood,
      // Creates all spaces before the first booking. The first space in the list is the newest.
      created_at: daysBefore(today, 380 + index * 0.5),
    }
  })
}

export function addressRows() {
  return spaces.map((space) => {
    const { street, point } = addressOf(space)
    // Derives the offset of the public point from the slug, so that every seed shows the same
    // public points.
    const random = randomFrom(`shift ${space.slug}`)
    return {
      space_id: spaceId(space.slug),
      street_address: street,
      latitude: point[0],
      longitude: point[1],
      shift_meters: random.between(200, 400),
      shift_degrees: random.between(0, 360),
    }
  })
}

export function arrivalNoteRows() {
  return spaces.map((space) => ({
    space_id: spaceId(space.slug),
    notes: houseDetailsOf(space).arrivalNotes,
  }))
}

export function extraRows() {
  return spaces.flatMap((space) =>
    extrasOf(space).map((extra, position) => ({
      ...extra,
      space_id: spaceId(space.slug),
      position,
    })),
  )
}

/** Returns the columns that the tables `bookings` and `payments` share. */
const checkoutColumns = (booking: DemoBooking) => ({
  user_id: personId(booking.guest),
  space_id: spaceId(booking.space.slug),
  start_time: booking.startsAt,
  end_time: booking.endsAt,
  guest_count: booking.guestCount,
  extras: booking.quote.extras,
  price_lines: booking.quote.priceLines,
  currency: booking.quote.currency,
  platform_fee_percentage: booking.quote.platformFeePercentage,
  host_commission_percentage: booking.quote.hostCommissionPercentage,
  cancellation_policy: booking.space.policy,
  time_zone: cities[booking.space.city].timeZone,
  created_at: booking.createdAt,
})

export function bookingRows(bookings: readonly DemoBooking[]) {
  return bookings.map((booking) => ({
    ...checkoutColumns(booking),
    id: booking.id,
    rental_amount: toDecimal(booking.quote.rentalMinor, booking.quote.currency),
    platform_fee_amount: toDecimal(booking.quote.platformFeeMinor, booking.quote.currency),
    total_price: toDecimal(booking.quote.totalMinor, booking.quote.currency),
    host_commission_amount: toDecimal(booking.quote.hostCommissionMinor, booking.quote.currency),
    host_share_amount: toDecimal(booking.quote.hostShareMinor, booking.quote.currency),
    // The seed inserts cancelled bookings as confirmed and cancels them afterwards.
    status: booking.answerBy ? 'requested' : 'confirmed',
    answer_by: booking.answerBy,
    cancelled_at: null,
    refunded_amount: 0,
  }))
}

export function cancellationRows(bookings: readonly DemoBooking[]) {
  return bookings.flatMap(({ id, cancelled, quote }) =>
    cancelled
      ? [
          {
            id,
            cancelled_at: cancelled.at,
            refunded_amount: toDecimal(cancelled.refundMinor, quote.currency),
          },
        ]
      : [],
  )
}

export function availabilityRows(bookings: readonly DemoBooking[]) {
  return bookings.map((booking) => ({
    id: idOf('block', booking.id),
    space_id: spaceId(booking.space.slug),
    booking_id: booking.id,
    kind: booking.answerBy ? 'request' : 'booking',
    start_time: booking.startsAt,
    end_time: booking.endsAt,
    active: !booking.cancelled,
    created_at: booking.createdAt,
  }))
}

export function paymentRows(bookings: readonly DemoBooking[]) {
  return bookings.map((booking) => ({
    ...checkoutColumns(booking),
    id: idOf('payment', booking.id),
    hold_id: idOf('block', booking.id),
    booking_id: booking.id,
    rental_minor: booking.quote.rentalMinor,
    platform_fee_minor: booking.quote.platformFeeMinor,
    total_minor: booking.quote.totalMinor,
    host_commission_minor: booking.quote.hostCommissionMinor,
    host_share_minor: booking.quote.hostShareMinor,
    is_request: booking.answerBy !== null,
    status: booking.answerBy ? 'authorized' : 'paid',
    stripe_payment_intent_id: stripeId('pi', booking.id),
    intent_created_at: booking.createdAt,
    stripe_charge_id: booking.answerBy ? null : stripeId('ch', booking.id),
    paid_at: booking.answerBy ? null : booking.createdAt,
  }))
}

export function refundRows(bookings: readonly DemoBooking[]) {
  return bookings.flatMap(({ id, cancelled, quote }) =>
    cancelled && cancelled.refundMinor > 0
      ? [
          {
            id: idOf('refund', id),
            payment_id: idOf('payment', id),
            amount_minor: cancelled.refundMinor,
            currency: quote.currency,
            reason: 'cancelled_by_guest',
            status: 'succeeded',
            stripe_refund_id: stripeId('re', id),
            created_at: cancelled.at,
            settled_at: cancelled.at,
          },
        ]
      : [],
  )
}

/**
 * Returns the payout of each booking. It is paid if it is due and the host has a Stripe account.
 */
export function payoutRows(bookings: readonly DemoBooking[], today: Date) {
  const reported = reportedBooking(bookings, today)
  return bookings.map((booking) => {
    const share = booking.cancelled?.hostShareMinor ?? booking.quote.hostShareMinor
    const dueAt = new Date(booking.endsAt.getTime() + dayMs)
    const isConnected = connectedHosts.some(({ name }) => name === booking.space.host)
    const isPaid = share > 0 && dueAt < today && isConnected
    return {
      id: idOf('payout', booking.id),
      booking_id: booking.id,
      host_id: personId(booking.space.host),
      amount_minor: share,
      currency: booking.quote.currency,
      due_at: dueAt,
      status: share === 0 ? 'cancelled' : isPaid ? 'paid' : 'scheduled',
      stripe_transfer_id: isPaid ? stripeId('tr', booking.id) : null,
      // Freezes the payout of the booking that has an open problem report.
      frozen_at: reported?.booking === booking ? reported.at : null,
      created_at: booking.createdAt,
      paid_at: isPaid ? dueAt : null,
    }
  })
}

/**
 * Returns the booking that gets the demo problem report: the latest started booking whose host has
 * not been paid yet. `at` is the time of the report.
 */
function reportedBooking(bookings: readonly DemoBooking[], today: Date) {
  const booking = bookings
    .filter(({ startsAt, endsAt, cancelled, space }) => {
      const isConnected = connectedHosts.some(({ name }) => name === space.host)
      return (
        !cancelled &&
        startsAt < today &&
        (!isConnected || endsAt.getTime() + dayMs >= today.getTime())
      )
    })
    .toSorted((one, other) => other.startsAt.getTime() - one.startsAt.getTime())[0]
  if (!booking) return null
  const at = Math.min(booking.startsAt.getTime() + 40 * 60_000, today.getTime() - 60_000)
  return { booking, at: new Date(Math.max(at, booking.startsAt.getTime())) }
}

export function problemRows(bookings: readonly DemoBooking[], today: Date) {
  const reported = reportedBooking(bookings, today)
  if (!reported) return []
  const { booking, at } = reported
  return [
    {
      id: idOf('problem', booking.id),
      booking_id: booking.id,
      user_id: personId(booking.guest),
      kind: 'not_as_described',
      details:
        'The listing promises a projector, but the room has none. We moved our presentation to a laptop screen, and half of the group could not see it.',
      photos: [],
      status: 'open',
      decision_note: '',
      created_at: at,
    },
  ]
}

export function problemEventRows(bookings: readonly DemoBooking[], today: Date) {
  return problemRows(bookings, today).map((problem) => ({
    booking_id: problem.booking_id,
    problem_id: problem.id,
    actor_id: problem.user_id,
    action: 'reported',
    reason: problem.kind,
    note: '',
    created_at: problem.created_at,
  }))
}

/** Returns the ledger transactions of all bookings, in chronological order. */
export function ledgerRows(bookings: readonly DemoBooking[], today: Date) {
  const entry = (booking: DemoBooking, kind: string, minor: number, prefix: string, at: Date) => ({
    payment_id: idOf('payment', booking.id),
    booking_id: booking.id,
    kind,
    amount_minor: minor,
    currency: booking.quote.currency,
    stripe_id: stripeId(prefix, booking.id),
    created_at: at,
  })
  const payouts = new Map(payoutRows(bookings, today).map((payout) => [payout.booking_id, payout]))
  return bookings
    .flatMap((booking) => {
      const { cancelled, quote } = booking
      const payout = payouts.get(booking.id)!
      return [
        entry(booking, 'charge', quote.totalMinor, 'ch', booking.createdAt),
        ...(cancelled && cancelled.refundMinor > 0
          ? [entry(booking, 'refund', -cancelled.refundMinor, 're', cancelled.at)]
          : []),
        ...(payout.paid_at
          ? [entry(booking, 'transfer', -payout.amount_minor, 'tr', payout.paid_at)]
          : []),
      ]
    })
    .sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
}

export function reviewRows(reviews: readonly DemoReview[]) {
  return reviews.map((review) => ({
    id: review.id,
    space_id: spaceId(review.booking.space.slug),
    booking_id: review.booking.id,
    user_id: personId(review.booking.guest),
    rating: review.rating,
    comment: review.comment,
    accuracy: review.aspects[0],
    cleanliness: review.aspects[1],
    access: review.aspects[2],
    value: review.aspects[3],
    answer: review.answer,
    answered_at: review.answer && review.createdAt,
    created_at: review.createdAt,
    published_at: review.createdAt,
  }))
}

export function guestReviewRows(reviews: readonly DemoReview[]) {
  return reviews.flatMap(({ booking, createdAt, ofGuest }) =>
    ofGuest
      ? [
          {
            id: idOf('guest review', booking.id),
            booking_id: booking.id,
            guest_id: personId(booking.guest),
            host_id: personId(booking.space.host),
            rating: ofGuest.rating,
            comment: ofGuest.comment,
            created_at: createdAt,
            published_at: createdAt,
          },
        ]
      : [],
  )
}

export const stripeId = (prefix: string, bookingId: string) =>
  `${prefix}_demo_${bookingId.replaceAll('-', '').slice(0, 20)}`

export const joinedAt = (today: Date) => daysBefore(today, 430)

/** Returns the creation time of a profile: a random time in the four years before `joinedAt`. */
const memberSince = (name: string, today: Date) =>
  daysBefore(joinedAt(today), randomFrom(`joined ${name}`).between(0, 1460))

const daysBefore = (moment: Date, days: number) => new Date(moment.getTime() - days * dayMs)

/**
 * Returns as many whole sentences of a text as fit into 160 characters, the length that search
 * engines show, but at least the first sentence. Cuts a longer first sentence at 300 characters.
 */
function firstSentences(text: string): string {
  const sentences = text.match(/[^.!?]+[.!?]/g) ?? [text]
  return sentences
    .reduce((sum, next) => (sum.length + next.length <= 160 || !sum ? sum + next : sum), '')
    .trim()
    .slice(0, 300)
}

import { dayMs, hourMs, hoursBetween } from '@hourspace/domain/durations.ts'
import type { DemoBooking } from './bookings.ts'
import { idOf } from './ids.ts'
import { randomFrom, type Random } from './random.ts'
import { rateBookings } from './ratings.ts'
import {
  aboutGroup,
  answersToCriticism,
  answersToPraise,
  general,
  ofType,
  wordsOfHosts,
} from './review-words.ts'

export type DemoReview = {
  id: string
  booking: DemoBooking
  rating: number
  comment: string
  createdAt: Date
  aspects: readonly [number, number, number, number]
  answer: string | null
  ofGuest: { rating: number; comment: string } | null
}

/** This guest has not reviewed recent bookings, so that the demo has reviews to write. */
const reviewDueGuest = 'liam'

/** Generates reviews of most past bookings. No two reviews of a space have the same text. */
export function makeReviews(bookings: readonly DemoBooking[], today: Date): DemoReview[] {
  const random = randomFrom('reviews')
  const counts = new Map<string, number>()
  const written = bookings.flatMap((booking) => {
    const createdAt = new Date(booking.endsAt.getTime() + random.between(3, 60) * hourMs)
    const count = counts.get(booking.space.slug) ?? 0
    const isSilent = random.chance(0.25) && count >= 6
    const isDue =
      booking.guest === reviewDueGuest && booking.endsAt.getTime() > today.getTime() - 13 * dayMs
    if (booking.cancelled || isSilent || isDue || createdAt >= today) return []
    counts.set(booking.space.slug, count + 1)
    return [{ booking, createdAt }]
  })
  const ratings = rateBookings(written.map(({ booking }) => booking))
  const used = new Set<string>()
  return written.map(({ booking, createdAt }) => {
    const rating = ratings.get(booking.id)!
    const comment = words(random, booking, rating, used)
    const extra = randomFrom(`review ${booking.id}`)
    // Rates each aspect (such as cleanliness) close to the overall rating, because the space page
    // shows the mean of each.
    const aspect = () => (rating < 5 ? rating + extra.whole(0, 1) : extra.chance(0.2) ? 4 : 5)
    return {
      id: idOf('review', booking.id),
      booking,
      rating,
      comment,
      createdAt,
      aspects: [aspect(), aspect(), aspect(), aspect()],
      answer: extra.chance(rating < 4 ? 0.8 : 0.2)
        ? extra.pick(rating < 4 ? answersToCriticism : answersToPraise)
        : null,
      ofGuest: extra.chance(0.7)
        ? { rating: extra.chance(0.85) ? 5 : 4, comment: extra.pick(wordsOfHosts) }
        : null,
    }
  })
}

function words(random: Random, booking: DemoBooking, rating: number, used: Set<string>): string {
  const { space, guestCount } = booking
  const hours = Math.round(hoursBetween(booking.startsAt, booking.endsAt))
  const own = rating >= 4 ? (ofType[space.type] ?? []) : []
  const texts = random.shuffle([...own, ...own, ...(general[rating as 2 | 3 | 4 | 5] ?? [])])
  const pairs = texts.map((text, index) => `${text} ${texts[(index + 1) % texts.length]}`)
  const text = [...texts, ...pairs].find((candidate) => !used.has(`${space.slug} ${candidate}`))!
  used.add(`${space.slug} ${text}`)
  if (rating < 4 || !random.chance(0.3)) return text
  return `${text} ${random.pick(aboutGroup)(guestCount, hours)}`
}

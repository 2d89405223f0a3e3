import type { DemoBooking } from './bookings.ts'
import { idOf } from './ids.ts'
import { randomFrom } from './random.ts'
import { general, ofType } from './review-words.ts'

export type DemoReview = {
  id: string
  booking: DemoBooking
  rating: number
  comment: string
  createdAt: Date
}

const hourMs = 3_600_000

/**
 * Generates a review for three in four past bookings, dated about a day after the booking. No two
 * reviews of a space have the same text.
 */
export function makeReviews(bookings: readonly DemoBooking[], today: Date): DemoReview[] {
  const random = randomFrom('reviews')
  const used = new Set<string>()
  return bookings.flatMap((booking) => {
    const rating = rate(random.next())
    const written = new Date(booking.endsAt.getTime() + random.between(3, 60) * hourMs)
    const isSilent = random.chance(0.25)
    const own = rating >= 4 ? (ofType[booking.space.type] ?? []) : []
    const words = random
      .shuffle([...own, ...own, ...general[rating]!])
      .find((text) => !used.has(`${booking.space.slug} ${text}`))
    if (booking.cancelled || written >= today || isSilent || !words) return []
    used.add(`${booking.space.slug} ${words}`)
    return [{ id: idOf('review', booking.id), booking, rating, comment: words, createdAt: written }]
  })
}

function rate(chance: number): 2 | 3 | 4 | 5 {
  if (chance < 0.025) return 2
  if (chance < 0.1) return 3
  return chance < 0.36 ? 4 : 5
}

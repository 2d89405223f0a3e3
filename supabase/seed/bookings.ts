import { bookableHours } from '@hourspace/domain/booking-hours.ts'
import { quoteRefund } from '@hourspace/domain/cancellation.ts'
import { dayMs, hourMs } from '@hourspace/domain/durations.ts'
import { bookExtras } from '@hourspace/domain/extras.ts'
import { quote, type Quote } from '@hourspace/domain/fees.ts'
import { overlaps, spanAt, todayIn, type Span } from '@hourspace/domain/slots.ts'
import { extrasOf } from './extras.ts'
import { idOf } from './ids.ts'
import { guests } from './people.ts'
import { randomFrom, type Random } from './random.ts'
import { spaces } from './spaces.ts'
import { cities } from './spaces/cities.ts'
import type { DemoSpace } from './spaces/space.ts'

export type DemoBooking = {
  id: string
  guest: string
  guestCount: number
  space: DemoSpace
  quote: Quote
  createdAt: Date
  cancelled: { at: Date; refundMinor: number; hostShareMinor: number } | null
  answerBy: Date | null
} & Span

export type DemoTimes = { bookings: readonly DemoBooking[]; requests: readonly DemoBooking[] }

/** Number of bookings in each of the last twelve months, oldest month first. */
const monthly = [22, 26, 31, 37, 43, 51, 60, 71, 83, 98, 116, 136]

/** Durations in hours. */
const durations = [1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8]

/** The order in which guests book. Liam books more often, because the README names him. */
const turns = guests.flatMap(({ name }, index) => (index % 7 === 6 ? [name, 'liam'] : [name]))

/**
 * Generates a year of past bookings and some upcoming ones. Equal values of `today` give equal
 * bookings.
 */
export function makeBookings(today: Date): DemoBooking[] {
  const calendar = new Calendar(today)
  const random = randomFrom('bookings')
  monthly.forEach((count, month) => {
    const from = startOfMonth(today, monthly.length - 1 - month)
    const to = Math.min(startOfMonth(today, monthly.length - 2 - month), today.getTime())
    // Scales the number of the current month's bookings by the elapsed part of the month.
    const share = Math.max(0.12, (to - from) / (30 * dayMs))
    for (let i = 0; i < Math.ceil(count * Math.min(1, share)); i++) {
      const createdAt = new Date(Math.floor(random.between(from, to)))
      calendar.add(random, createdAt, Math.floor(random.next() ** 1.6 * 40) + 1)
    }
  })
  // Adds bookings for today and the coming days, so that the demo always has upcoming bookings.
  for (const days of [0, 0, 0, 0, 1, 1, 2, 3, 5, 8, 12, 17]) {
    const createdAt = new Date(today.getTime() - random.between(2, 6) * dayMs)
    calendar.add(random, createdAt, days + (today.getTime() - createdAt.getTime()) / dayMs)
  }
  // Books the newest spaces, which lists show first, within the next six days.
  for (const [index, space] of spaces.slice(0, 24).entries()) {
    const createdAt = new Date(today.getTime() - random.between(1, 9) * dayMs)
    calendar.add(
      random,
      createdAt,
      (index % 6) + 1 + (today.getTime() - createdAt.getTime()) / dayMs,
      space,
    )
  }
  return calendar.bookings.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

/** Generates a booking request of Liam for a space of Maya; the README names both users. */
export function makeRequest(today: Date, bookings: readonly DemoBooking[]): DemoBooking {
  const space = spaces.find(({ slug }) => slug === 'camelback-desert-terrace')!
  const { currency, timeZone } = cities[space.city]
  const hours = 3
  const taken = bookings.filter((booking) => booking.space === space && !booking.cancelled)
  for (let days = 3; ; days += 1) {
    const date = todayIn(timeZone, new Date(today.getTime() + days * dayMs))
    const span = spanAt(date, 15, hours, timeZone)
    if (!span || taken.some((other) => overlaps(other, span))) continue
    return {
      ...span,
      id: idOf('booking', 'request'),
      guest: 'liam',
      guestCount: 8,
      space,
      quote: quote(space.price, currency, hours, []),
      createdAt: new Date(today.getTime() - 2 * hourMs),
      cancelled: null,
      answerBy: new Date(today.getTime() + 22 * hourMs),
    }
  }
}

/** Returns the start (UTC) of the month `back` months before `today`, in milliseconds. */
function startOfMonth(today: Date, back: number): number {
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1)
}

class Calendar {
  readonly bookings: DemoBooking[] = []
  private readonly today: Date
  private readonly taken = new Map<string, Span[]>()
  // Spaces and durations are drawn from shuffled lists until these are empty. With independent
  // draws, a month with more bookings could have less revenue than a month with fewer.
  private spacesLeft: DemoSpace[] = []
  private durationsLeft: number[] = []

  constructor(today: Date) {
    this.today = today
  }

  /** Books a random free slot about `leadDays` after `createdAt`. Guests take turns. */
  add(random: Random, createdAt: Date, leadDays: number, wanted?: DemoSpace): void {
    for (let attempt = 0; attempt < 20; attempt++) {
      const space = wanted ?? this.drawSpace(random)
      const hours = this.drawDuration(random)
      const { timeZone } = cities[space.city]
      const date = todayIn(timeZone, new Date(createdAt.getTime() + (leadDays + attempt) * dayMs))
      const last = Math.max(9, bookableHours.at(-1)! - hours)
      const span = spanAt(date, random.whole(9, last), hours, timeZone)
      if (!span || span.startsAt <= createdAt || this.isTaken(space, span)) continue
      this.book(random, space, span, hours, createdAt)
      return
    }
  }

  /** Draws spaces with the flag `mark` twice as often as others. */
  private drawSpace(random: Random): DemoSpace {
    if (this.spacesLeft.length === 0)
      this.spacesLeft = random.shuffle([...spaces, ...spaces.filter(({ mark }) => mark)])
    return this.spacesLeft.pop()!
  }

  private drawDuration(random: Random): number {
    if (this.durationsLeft.length === 0) this.durationsLeft = random.shuffle(durations)
    return this.durationsLeft.pop()!
  }

  private isTaken(space: DemoSpace, span: Span): boolean {
    return (this.taken.get(space.slug) ?? []).some((other) => overlaps(other, span))
  }

  private book(random: Random, space: DemoSpace, span: Span, hours: number, createdAt: Date): void {
    const count = this.bookings.length
    const { currency } = cities[space.city]
    const guestCount = random.whole(Math.min(2, space.capacity), Math.ceil(space.capacity * 0.8))
    const chosen = random.chance(0.45) ? random.shuffle(extrasOf(space)).slice(0, 2) : []
    const extras = bookExtras(chosen, currency, { hours, guests: guestCount })
    const money = quote(space.price, currency, hours, extras)
    const booking: DemoBooking = {
      ...span,
      id: idOf('booking', count),
      guest: turns[count % turns.length]!,
      guestCount,
      space,
      quote: money,
      createdAt,
      cancelled: null,
      answerBy: null,
    }
    if (random.chance(0.09)) booking.cancelled = this.cancel(random, booking)
    if (!booking.cancelled)
      this.taken.set(space.slug, [...(this.taken.get(space.slug) ?? []), span])
    this.bookings.push(booking)
  }

  private cancel(random: Random, booking: DemoBooking): DemoBooking['cancelled'] {
    const { createdAt, startsAt, space, quote: money } = booking
    const until = Math.min(startsAt.getTime(), this.today.getTime())
    const at = new Date(Math.floor(random.between(createdAt.getTime(), until)))
    const { refundMinor, hostShareMinor } = quoteRefund(
      {
        policy: space.policy,
        startsAt,
        bookedAt: createdAt,
        totalMinor: money.totalMinor,
        hostShareMinor: money.hostShareMinor,
      },
      at,
    )
    return { at, refundMinor, hostShareMinor }
  }
}

import type { DemoBooking } from './bookings.ts'
import { randomFrom, type Random } from './random.ts'
import type { CityName } from './spaces/cities.ts'

/**
 * The ratings that city pages show. The mean rating of a city's spaces must round to the rating
 * here.
 */
export const statedRatings: Partial<Record<CityName, number>> = {
  'New York': 4.8,
  'Los Angeles': 4.7,
  Chicago: 4.8,
  Houston: 4.7,
  Phoenix: 4.8,
  Philadelphia: 4.7,
  'San Antonio': 4.8,
  'San Diego': 4.9,
  Dallas: 4.8,
}

type Rated = { count: number; stars: number }

/** Returns the displayed rating of a space: the mean of its reviews, with one decimal. */
const shown = ({ count, stars }: Rated) => Math.round((stars * 10) / count) / 10

/** Returns the stars of each reviewed booking, by booking id. */
export function rateBookings(reviewed: readonly DemoBooking[]): Map<string, number> {
  const ratings = new Map<string, number>()
  for (const [city, bookings] of Map.groupBy(reviewed, ({ space }) => space.city)) {
    const random = randomFrom(`ratings ${city}`)
    const spaces = [...Map.groupBy(bookings, ({ space }) => space.slug).values()]
    const target = statedRatings[city] ?? random.pick([4.4, 4.5, 4.6, 4.7, 4.7, 4.8, 4.9])
    const totals = spaces.map(({ length: count }): Rated => {
      const wish = Math.min(5, Math.max(4, target + random.between(-0.3, 0.25)))
      return { count, stars: Math.round(wish * count) }
    })
    if (statedRatings[city]) reach(target, totals)
    spaces.forEach((list, index) => {
      const stars = spread(random, totals[index]!)
      list.forEach(({ id }, position) => ratings.set(id, stars[position]!))
    })
  }
  return ratings
}

/**
 * Changes each space's sum of stars by at most two, so that the mean of the displayed ratings
 * rounds to `target`.
 */
function reach(target: number, totals: Rated[]): void {
  const distance = (list: readonly Rated[]) => {
    const mean = list.reduce((sum, space) => sum + shown(space), 0) / list.length
    return Math.abs(mean - target) + (Math.round(mean * 10) / 10 === target ? 0 : 1)
  }
  const steps = totals.map(({ count, stars }) =>
    [0, 1, -1, 2, -2]
      .map((step) => stars + step)
      .filter((sum) => sum <= 5 * count && sum >= 4 * count),
  )
  let best = totals.map((space) => ({ ...space }))
  const search = (chosen: Rated[]): void => {
    if (chosen.length === totals.length) {
      if (distance(chosen) < distance(best) - 1e-9) best = chosen
      return
    }
    const { count } = totals[chosen.length]!
    for (const stars of steps[chosen.length]!) search([...chosen, { count, stars }])
  }
  search([])
  best.forEach((space, index) => (totals[index] = space))
}

/** Returns random ratings from 2 to 5 with the given sum. Most are 4 or 5. */
function spread(random: Random, { count, stars }: Rated): number[] {
  const list = Array.from({ length: count }, () => 5)
  for (let missing = 5 * count - stars; missing > 0;) {
    const index = random.whole(0, count - 1)
    const step = missing > 1 && list[index] === 5 && random.chance(0.18) ? 2 : 1
    if (list[index]! - step < 2) continue
    // Makes ratings of three stars or fewer rare.
    if (list[index]! < 5 && list.includes(5) && random.chance(0.8)) continue
    list[index]! -= step
    missing -= step
  }
  return list
}

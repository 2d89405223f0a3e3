import type { Client } from './client.ts'

/** A start that a space offers, as the SQL function `slots_of_days` returns it. */
export type Slot = {
  /** Local day (YYYY-MM-DD) and full hour in the space's time zone. A clock change can repeat both. */
  date: string
  hour: number
  /** ISO instant in UTC, which identifies the slot. */
  startsAt: string
  /** `closed`: a rule of the host forbids the start. */
  state: 'free' | 'past' | 'taken' | 'closed'
  /** The error code that checkout would answer; null for a free slot. */
  problem: string | null
  /** What takes the first hour; null if the hour is free. */
  takenBy: 'booked' | 'held' | 'blocked' | 'partly' | 'buffer' | null
  /** Decimal price of each hour of the booking, in the currency of the space. */
  prices: number[]
}

/**
 * Returns the starts of bookings of `hours` hours on the days `from` to `to`. The caller's own hold
 * does not count as taken, nor does the booking with the id `movedId`.
 */
export async function slotsOfDays(
  client: Client,
  spaceId: string,
  { from, to, hours, movedId }: { from: string; to: string; hours: number; movedId?: string },
): Promise<Slot[]> {
  const { data, error } = await client.rpc(
    'slots_of_days',
    {
      p_space_id: spaceId,
      p_from: from,
      p_to: to,
      p_hours: hours,
      ...(movedId && { p_booking_id: movedId }),
    },
    { get: true },
  )
  if (error) throw error
  return data.map((row) => ({
    date: row.date,
    hour: row.hour,
    startsAt: new Date(row.starts_at).toISOString(),
    state: row.state as Slot['state'],
    problem: row.problem,
    takenBy: row.taken_by as Slot['takenBy'],
    prices: row.prices.map(Number),
  }))
}

/** Returns the state of a slot at `now`, because a page stays open while slots pass. */
export function stateAt(slot: Slot, now: Date): Slot['state'] {
  return slot.state === 'free' && new Date(slot.startsAt) <= now ? 'past' : slot.state
}

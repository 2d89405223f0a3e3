import type { Client } from './client.ts'

/** A start time that a space offers, as the SQL function `slots_of_days` returns it. */
export type Slot = {
  /**
   * `date` and `hour` are local to the space. When daylight saving time ends, two slots have the
   * same date and hour.
   */
  date: string
  hour: number
  /** `startsAt` is an ISO instant in UTC, which identifies the slot. */
  startsAt: string
  /** `closed` means that a booking rule of the host forbids the start. */
  state: 'free' | 'past' | 'taken' | 'closed'
  /**
   * `problem` is the error code with which checkout would reject the start; null for a free slot.
   */
  problem: string | null
  /** `takenBy` says what occupies the first hour of the slot; null if this hour is free. */
  takenBy: 'booked' | 'held' | 'blocked' | 'partly' | 'buffer' | null
  /** `prices` are the decimal prices of each hour, in the currency of the space. */
  prices: number[]
}

/**
 * Returns the slots for bookings of `hours` hours. The caller's own hold and the booking `movedId`,
 * whose time the caller wants to change, do not count as taken.
 */
export async function slotsOfDays(
  client: Client,
  spaceId: string,
  { from, to, hours, movedId }: { from: string; to: string; hours: number; movedId?: string },
): Promise<Slot[]> {
  const { data } = await client
    .rpc(
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
    .throwOnError()
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

/** Returns the state of a slot at `now`. The slot's start may pass while the page is open. */
export function stateAt(slot: Slot, now: Date): Slot['state'] {
  return slot.state === 'free' && new Date(slot.startsAt) <= now ? 'past' : slot.state
}

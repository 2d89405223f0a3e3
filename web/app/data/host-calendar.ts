import { queryOptions } from '@tanstack/react-query'
import type { Currency } from '@hourspace/domain/money.ts'
import { browserClient } from './browser-client.ts'
import { userKey } from './query-client.ts'
import { slotsOfDays } from './slots.ts'

/**
 * An entry of a space's calendar. Times are ISO instants. `id` is null if the entry combines
 * several rows.
 */
export type CalendarEntry = {
  id: string | null
  space_id: string
  kind: 'hold' | 'request' | 'booking' | 'blackout' | 'calendar'
  starts_at: string
  ends_at: string
  buffered_until: string | null
  note: string
  booking_id: string | null
  guest_name: string | null
  guest_count: number | null
  currency: Currency | null
  /** `host_share_amount` is decimal. */
  host_share_amount: number | null
}

/** First part of the query keys of a host's calendar. */
export const calendarKey = (userId: string | undefined) => [...userKey(userId), 'calendar'] as const

export type CalendarSpace = {
  id: string
  title: string
  location: string
  time_zone: string
  currency: Currency
  archived_at: string | null
}

/** Query options of a host's spaces, archived spaces included. */
export const calendarSpaces = (userId: string | undefined) =>
  queryOptions({
    queryKey: [...calendarKey(userId), 'spaces'],
    queryFn: async () => {
      const { data } = await (
        await browserClient()
      )
        .from('spaces')
        .select('id, title, location, time_zone, currency, archived_at')
        .eq('user_id', userId ?? '')
        .order('title')
        .throwOnError()
      return data as CalendarSpace[]
    },
    enabled: userId !== undefined,
  })

/** Query options of the calendar entries on the local days `from` to `to` (YYYY-MM-DD). */
export const hostCalendar = (userId: string | undefined, from: string, to: string) =>
  queryOptions({
    queryKey: [...calendarKey(userId), from, to],
    queryFn: async () => {
      const { data } = await (
        await browserClient()
      )
        .rpc('host_calendar', { p_from: from, p_to: to })
        .throwOnError()
      return data as CalendarEntry[]
    },
    enabled: userId !== undefined,
  })

/** Query options of the slots that a space offers in a week, with their prices. */
export const weekSlots = (userId: string | undefined, spaceId: string, from: string, to: string) =>
  queryOptions({
    queryKey: [...calendarKey(userId), 'slots', spaceId, from],
    queryFn: async () => slotsOfDays(await browserClient(), spaceId, { from, to, hours: 1 }),
    enabled: userId !== undefined,
  })

/** Query options of the imported events that overlap a calendar entry, sorted by their start. */
export const importedEvents = (userId: string | undefined, entry: CalendarEntry) =>
  queryOptions({
    queryKey: [
      ...calendarKey(userId),
      'imported',
      entry.space_id,
      entry.starts_at,
      entry.ends_at,
    ] as const,
    queryFn: async () => {
      const { data } = await (
        await browserClient()
      )
        .from('space_calendar_events')
        .select(
          'summary, start_time, end_time, calendar:space_calendars!inner(name, checked_at, last_error)',
        )
        .eq('calendar.space_id', entry.space_id)
        .lt('start_time', entry.ends_at)
        .gt('end_time', entry.starts_at)
        .order('start_time')
        .limit(20)
        .throwOnError()
      return data
    },
    enabled: userId !== undefined,
  })

export type Block = { spaceId: string; startsAt: string; endsAt: string; note: string }

/**
 * Some of several times could not be blocked, for example because guests have booked them.
 * `blocked` are the parts of the other times that were not blocked before.
 */
export class PartlyBlocked extends Error {
  readonly blocked: readonly Block[]
  readonly failures: readonly { block: Block; error: Error }[]

  constructor({ blocked, failures }: Pick<PartlyBlocked, 'blocked' | 'failures'>) {
    super('Some times could not be blocked')
    this.blocked = blocked
    this.failures = failures
  }
}

/**
 * Blocks times of one space, sorted by their start. Returns the parts that were not blocked before,
 * because undoing must keep earlier blocks. Throws PartlyBlocked if one of several times fails.
 */
export async function blockTimes(blocks: readonly Block[]): Promise<Block[]> {
  const [first] = blocks
  const last = blocks.at(-1)
  if (!first || !last) return []
  const client = await browserClient()
  const { data: earlier } = await client
    .from('space_availability')
    .select('start_time, end_time')
    .eq('space_id', first.spaceId)
    .eq('kind', 'blackout')
    .lt('start_time', last.endsAt)
    .gt('end_time', first.startsAt)
    .order('start_time')
    .throwOnError()
  const blocked: Block[] = []
  const failures: { block: Block; error: Error }[] = []
  // One after another, because each request locks the space.
  for (const block of blocks) {
    try {
      await client
        .rpc('block_time', {
          p_space_id: block.spaceId,
          p_start: block.startsAt,
          p_end: block.endsAt,
          p_note: block.note,
        })
        .throwOnError()
      blocked.push(...newParts(block, earlier))
    } catch (error) {
      if (blocks.length === 1) throw error
      failures.push({ block, error: error as Error })
    }
  }
  if (failures.length > 0) throw new PartlyBlocked({ blocked, failures })
  return blocked
}

/** Returns the parts of a block outside earlier blocks, which are sorted by their start. */
export function newParts(
  block: Block,
  earlier: readonly { start_time: string; end_time: string }[],
): Block[] {
  const parts: Block[] = []
  let from = Date.parse(block.startsAt)
  const addUntil = (at: number) => {
    const endsAt = new Date(Math.min(at, Date.parse(block.endsAt)))
    if (endsAt.getTime() > from)
      parts.push({ ...block, startsAt: new Date(from).toISOString(), endsAt: endsAt.toISOString() })
  }
  for (const { start_time, end_time } of earlier) {
    addUntil(Date.parse(start_time))
    from = Math.max(from, Date.parse(end_time))
  }
  addUntil(Infinity)
  return parts
}

export async function unblockTimes(blocks: readonly Block[]): Promise<void> {
  const client = await browserClient()
  for (const { spaceId, startsAt, endsAt } of blocks)
    await client
      .rpc('unblock_time', { p_space_id: spaceId, p_start: startsAt, p_end: endsAt })
      .throwOnError()
}

/** Replaces the note of a block. */
export async function setBlockNote({ spaceId, startsAt, endsAt, note }: Block): Promise<void> {
  const client = await browserClient()
  await client
    .rpc('set_block_note', {
      p_space_id: spaceId,
      p_start: startsAt,
      p_end: endsAt,
      p_note: note,
    })
    .throwOnError()
}

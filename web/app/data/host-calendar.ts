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
  /** `series_id` is the same for all weeks of a weekly block; null for other entries. */
  series_id: string | null
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
        .is('withdrawn_at', null)
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

/**
 * A blocked time, or a time to block. `week_starts_at` is set only in removed blocks of a weekly
 * series. Undo uses it to restore the parts of one week's block as one calendar entry.
 */
export type Block = Pick<CalendarEntry, 'starts_at' | 'ends_at' | 'note' | 'series_id'> & {
  week_starts_at?: string | null
}

/** A time that could not be blocked, for example because a guest has booked it. */
export type Conflict = Block & { message: string; booking_id: string | null }

/** Times to block at a space. */
export type TimesToBlock = { spaceId: string; blocks: readonly Block[] }

/**
 * Blocks those of the given times that are free. Returns the parts that were not blocked before as
 * a PostgreSQL multirange, and a conflict for each time that could not be blocked.
 */
export async function blockTimes({ spaceId, blocks }: TimesToBlock) {
  const client = await browserClient()
  const { data } = await client
    .rpc('block_times', { p_space_id: spaceId, p_blocks: [...blocks] })
    .throwOnError()
  return data as { blocked: string; conflicts: Conflict[] }
}

/**
 * Maximum number of blocks per call of `block_times`. Undo can exceed it, because a removed block
 * of two years consists of one block per day.
 */
const maxBlocks = 400

/** Restores removed blocks. Returns a conflict for each time that is no longer free. */
export async function restoreBlocks({ spaceId, blocks }: TimesToBlock): Promise<Conflict[]> {
  const conflicts = []
  for (let start = 0; start < blocks.length; start += maxBlocks) {
    const part = blocks.slice(start, start + maxBlocks)
    conflicts.push(...(await blockTimes({ spaceId, blocks: part })).conflicts)
  }
  return conflicts
}

/** Returns a time as a PostgreSQL multirange. Without `endsAt`, the range has no end. */
export const multirange = (startsAt: string, endsAt = '') => `{[${startsAt},${endsAt})}`

/** `times` is a PostgreSQL multirange. With `seriesId`, only blocks of this series are removed. */
export type TimesToUnblock = { spaceId: string; times: string; seriesId?: string }

/** Unblocks times of a space. Returns the removed future blocks, for undo. */
export async function unblockTimes({ spaceId, times, seriesId }: TimesToUnblock) {
  const client = await browserClient()
  const { data } = await client
    .rpc('unblock_times', {
      p_space_id: spaceId,
      p_times: times,
      ...(seriesId && { p_series_id: seriesId }),
    })
    .throwOnError()
  return data as Block[]
}

/** Replaces the note of a block. */
export async function setBlockNote({ space_id, starts_at, ends_at, note }: CalendarEntry) {
  const client = await browserClient()
  await client
    .rpc('set_block_note', {
      p_space_id: space_id,
      p_start: starts_at,
      p_end: ends_at,
      p_note: note,
    })
    .throwOnError()
}

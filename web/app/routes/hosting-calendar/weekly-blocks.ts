import { parseAbsolute, toCalendarDate } from '@internationalized/date'
import type { Block } from '#web/data/host-calendar.ts'

/**
 * Returns a series of blocks: the given block, and one at the same local time of each following
 * week until the local day `until` (YYYY-MM-DD). Omits a week in which daylight saving time skips
 * all hours of the block. If `until` is '', returns only the block.
 */
export function weeklyBlocks(
  { starts_at, ends_at, note }: Omit<Block, 'series_id'>,
  until: string,
  timeZone: string,
): Block[] {
  const startsAt = parseAbsolute(starts_at, timeZone)
  const endsAt = parseAbsolute(ends_at, timeZone)
  const series_id = until ? crypto.randomUUID() : null
  const blocks = [{ starts_at, ends_at, note, series_id }]
  for (let weeks = 1; ; weeks += 1) {
    const start = startsAt.add({ weeks })
    if (!until || toCalendarDate(start).toString() > until) return blocks
    const end = endsAt.add({ weeks })
    if (end.compare(start) <= 0) continue
    blocks.push({
      starts_at: start.toDate().toISOString(),
      ends_at: end.toDate().toISOString(),
      note,
      series_id,
    })
  }
}

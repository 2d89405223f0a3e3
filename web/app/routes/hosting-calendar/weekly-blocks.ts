import { parseAbsolute, toCalendarDate } from '@internationalized/date'
import type { Block } from '#web/data/host-calendar.ts'

/**
 * Returns a block, and the same local time of each following week until the local day `until`
 * (YYYY-MM-DD). Omits a week in which daylight saving time skips all hours of the block. If `until`
 * is '', returns only the block.
 */
export function weeklyBlocks(block: Block, until: string, timeZone: string): Block[] {
  const startsAt = parseAbsolute(block.startsAt, timeZone)
  const endsAt = parseAbsolute(block.endsAt, timeZone)
  const blocks = [block]
  for (let weeks = 1; ; weeks += 1) {
    const start = startsAt.add({ weeks })
    if (!until || toCalendarDate(start).toString() > until) return blocks
    const end = endsAt.add({ weeks })
    if (end.compare(start) <= 0) continue
    blocks.push({
      ...block,
      startsAt: start.toDate().toISOString(),
      endsAt: end.toDate().toISOString(),
    })
  }
}

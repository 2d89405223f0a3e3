import type { ShownNotification } from '#web/features/notifications/shown-notifications.ts'
import { formatDay } from '#web/lib/times.ts'

const dayMs = 86_400_000

/** Groups notifications by day in the viewer's time zone. Keeps their order. */
export function byDay(
  lines: readonly ShownNotification[],
  now = new Date(),
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): [day: string, lines: ShownNotification[]][] {
  const today = formatDay(now, timeZone)
  const yesterday = formatDay(new Date(now.getTime() - dayMs), timeZone)
  const days = new Map<string, ShownNotification[]>()
  for (const line of lines) {
    const date = formatDay(line.createdAt, timeZone)
    const day = date === today ? 'Today' : date === yesterday ? 'Yesterday' : date
    days.set(day, [...(days.get(day) ?? []), line])
  }
  return [...days]
}

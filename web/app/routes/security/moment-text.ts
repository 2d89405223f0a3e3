import { formatMoment } from '#web/lib/times.ts'

/** An instant (ISO) on the viewer's own clock: 'Sun, Nov 22, 3:00 PM'. Browser only. */
export function momentText(instant: string): string {
  return formatMoment(new Date(instant), Intl.DateTimeFormat().resolvedOptions().timeZone)
}

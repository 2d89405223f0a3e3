import { Clock } from 'lucide-react'
import { formatClock, sameClock, zoneCity } from '#web/lib/times.ts'
import { useViewerZone } from '#web/ui/viewer-time.tsx'

/** Says whose clock the times are in. Compares with the viewer's once the page is theirs. */
export function TimeZoneNote({ timeZone, now }: { timeZone: string; now: Date }) {
  const own = useViewerZone()
  const differs = own !== undefined && !sameClock(own, timeZone, now)

  return (
    <p className="flex items-center gap-2 text-sm text-ink-soft">
      <Clock aria-hidden className="size-4 shrink-0 text-accent-ink" />
      <span>
        Times are in {zoneCity(timeZone)} time
        {differs && <>, where it is {formatClock(now, timeZone)} now</>}
      </span>
    </p>
  )
}

import { formatDatedSpan, sameClock, placeTime } from '#web/lib/times.ts'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'

let zone: string | undefined

/** Returns the IANA time zone of this browser or server. Cached, because Intl is slow to find it. */
export const ownZone = () => (zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Returns the viewer's IANA time zone; undefined on the server and during hydration. */
export function useViewerZone(): string | undefined {
  return useBrowserValue(ownZone, undefined)
}

/**
 * Shows a time span in the viewer's time zone if the viewer's local time differs from that of
 * `timeZone`.
 */
export function ViewerTime(props: {
  span: { startsAt: Date; endsAt: Date }
  timeZone: string
  className?: string
}) {
  const { span, timeZone, className } = props
  const own = useViewerZone()
  if (own === undefined || sameClock(own, timeZone, span.startsAt)) return null
  return (
    <span className={className}>
      Your time: {/* An inline block does not get the line-through of its parent. */}
      <span className="inline-block [text-decoration:inherit]">{formatDatedSpan(span, own)}</span>
    </span>
  )
}

/** Names the time zone of the displayed times if the viewer's local time differs. */
export function ZoneNote(props: { place: string; timeZone: string; at: Date }) {
  const { place, timeZone, at } = props
  const own = useViewerZone()
  if (own === undefined || sameClock(own, timeZone, at)) return null
  return <p className="text-sm text-ink-soft">Times are in {placeTime(place)}.</p>
}

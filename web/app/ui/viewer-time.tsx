import { useSyncExternalStore } from 'react'
import { formatDatedSpan, sameClock } from '#web/lib/times.ts'

const neverChanges = () => () => {}
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const unknown = () => undefined

/** The viewer's time zone (IANA); undefined on the server and until the page is theirs. */
export function useViewerZone(): string | undefined {
  return useSyncExternalStore(neverChanges, ownZone, unknown)
}

/** The same span on the viewer's clock; nothing where both clocks agree. */
export function ViewerTime(props: {
  span: { startsAt: Date; endsAt: Date }
  /** Whose time stands beside this (IANA). */
  timeZone: string
  className?: string
}) {
  const { span, timeZone, className } = props
  const own = useViewerZone()
  if (own === undefined || sameClock(own, timeZone, span.startsAt)) return null
  return (
    <span className={className}>
      Your time: <span className="inline-block">{formatDatedSpan(span, own)}</span>
    </span>
  )
}

import type { ReactNode } from 'react'
import { type CalendarEntry, multirange, type TimesToUnblock } from '#web/data/host-calendar.ts'
import { Menu } from '#web/ui/menu.tsx'

/** Button that unblocks the time of a block. If the block is weekly, a menu asks which weeks. */
export function UnblockButton(props: {
  block: CalendarEntry
  label: string
  className: string
  children: ReactNode
  onUnblock: (unblocked: TimesToUnblock) => void
}) {
  const { block, label, className, children, onUnblock } = props
  const { space_id: spaceId, series_id: seriesId, starts_at, ends_at } = block
  const unblock = () => onUnblock({ spaceId, times: multirange(starts_at, ends_at) })
  if (!seriesId)
    return (
      <button type="button" onClick={unblock} className={className}>
        {children}
      </button>
    )
  return (
    <Menu
      label={label}
      trigger={children}
      triggerClassName={className}
      navigate={() => {}}
      entries={[
        { id: 'week', label: 'Only this week', onAction: unblock },
        {
          id: 'later',
          label: 'This and later weeks',
          onAction: () => onUnblock({ spaceId, times: multirange(starts_at), seriesId }),
        },
      ]}
    />
  )
}

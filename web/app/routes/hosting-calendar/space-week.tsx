import { useState } from 'react'
import type { Block, CalendarEntry, CalendarSpace } from '#web/data/host-calendar.ts'
import type { Slot } from '#web/data/slots.ts'
import { cx } from '#web/ui/cx.ts'
import { hourCells, type HourSelection, selectedHours } from './hour-cells.ts'
import { cellId, HourGrid } from './hour-grid.tsx'
import { HoursPanel } from './hours-panel.tsx'

export default function SpaceWeek(props: {
  space: CalendarSpace
  days: readonly string[]
  entries: readonly CalendarEntry[]
  slots: readonly Slot[]
  now: Date
  isPending: boolean
  onBlock: (blocks: Block[]) => Promise<unknown>
  onUnblock: (blocks: Block[]) => Promise<unknown>
  onNote: (block: Block) => Promise<unknown>
}) {
  const { space, days, entries, slots, now, isPending, onBlock, onUnblock, onNote } = props
  const [selection, setSelection] = useState<HourSelection | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  // Ignores a selection in a week that is not displayed.
  const current = selection && days.includes(selection.date) ? selection : null
  const hours =
    current &&
    selectedHours(
      hourCells(current.date, space, { entries, slots, now }).slice(current.from, current.to + 1),
    )

  function close() {
    setOpen(false)
    setSelection(null)
    if (current) document.getElementById(cellId(space.id, current.date, current.from))?.focus()
  }

  return (
    <div className={cx('grid items-start gap-6', isOpen && 'lg:grid-cols-[minmax(0,1fr)_20rem]')}>
      <HourGrid
        space={space}
        days={days}
        entries={entries}
        slots={slots}
        now={now}
        selection={current}
        onSelect={(next) => {
          setSelection(next)
          if (!next) setOpen(false)
        }}
        onOpen={(next) => {
          setError(null)
          setSelection(next)
          setOpen(true)
        }}
      />
      {isOpen && current && hours && (
        <HoursPanel
          space={space}
          selection={current}
          hours={hours}
          now={now}
          isPending={isPending}
          error={error}
          onSelect={(next) => {
            setError(null)
            setSelection(next)
          }}
          // If the request fails, the panel stays open, so that the selected hours and the note are
          // kept.
          onBlock={(blocks) => {
            setError(null)
            onBlock(blocks).then(close, setError)
          }}
          onUnblock={(block) => void onUnblock([block]).then(close, () => {})}
          onNote={onNote}
          onClose={close}
        />
      )}
    </div>
  )
}

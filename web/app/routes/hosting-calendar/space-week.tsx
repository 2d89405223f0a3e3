import { useEffect, useRef, useState } from 'react'
import type {
  TimesToBlock,
  CalendarEntry,
  CalendarSpace,
  Conflict,
  TimesToUnblock,
} from '#web/data/host-calendar.ts'
import type { Slot } from '#web/data/slots.ts'
import { cx } from '#web/ui/cx.ts'
import { type BlockProblem, showBlockProblem } from './block-error.tsx'
import { hourCells, type HourSelection, selectedHours } from './hour-cells.ts'
import { cellId, HourGrid } from './hour-grid.tsx'
import { HoursPanel } from './hours-panel.tsx'

export default function SpaceWeek(props: {
  space: CalendarSpace
  days: readonly string[]
  entries: readonly CalendarEntry[]
  slots: readonly Slot[]
  now: Date
  /** `isLoading` is true while the entries or hours of `days` load. */
  isLoading: boolean
  isPending: boolean
  onBlock: (times: TimesToBlock) => Promise<{ conflicts: Conflict[] }>
  onUnblock: (unblocked: TimesToUnblock) => Promise<unknown>
  onNote: (block: CalendarEntry) => Promise<unknown>
}) {
  const { space, days, entries, slots, now, isLoading, isPending } = props
  const { onBlock, onUnblock, onNote } = props
  const [selection, setSelection] = useState<HourSelection | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<BlockProblem>(null)
  // Ignores a selection in a week that is not displayed.
  const current = selection && days.includes(selection.date) ? selection : null
  const hours =
    current &&
    selectedHours(
      hourCells(current.date, space, { entries, slots, now }).slice(current.from, current.to + 1),
    )

  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
    return () => {
      latest.current = null
    }
  })

  /** Closes the panel after a request, unless the host has selected other hours since. */
  function finish() {
    if (latest.current === current) close()
  }

  function close() {
    setOpen(false)
    setSelection(null)
    if (current) document.getElementById(cellId(space.id, current.date, current.from))?.focus()
  }

  return (
    <div
      className={cx(
        'grid items-start gap-6',
        isOpen && !isLoading && 'lg:grid-cols-[minmax(0,1fr)_20rem]',
      )}
    >
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
          setProblem(null)
          setSelection(next)
          setOpen(true)
        }}
      />
      {isOpen && current && hours && !isLoading && (
        <HoursPanel
          space={space}
          selection={current}
          hours={hours}
          now={now}
          isPending={isPending}
          problem={problem}
          onSelect={(next) => {
            setProblem(null)
            setSelection(next)
          }}
          // If the request fails, the panel stays open, so that the selected hours and the note are
          // kept.
          onBlock={(times) => {
            setProblem(null)
            const report = (found: Error | Conflict[]) =>
              latest.current === current ? setProblem(found) : showBlockProblem(found, times, space)
            onBlock(times).then(
              ({ conflicts }) => (conflicts.length > 0 ? report(conflicts) : finish()),
              report,
            )
          }}
          onUnblock={(unblocked) => void onUnblock(unblocked).then(finish, () => {})}
          onNote={onNote}
          onClose={close}
        />
      )}
    </div>
  )
}

import { useId } from 'react'
import type { Slot, SlotState } from '@hourspace/domain/slots.ts'
import { cx } from '#web/ui/cx.ts'
import { formatHour } from '#web/lib/times.ts'

const looks: Record<SlotState, string> = {
  free: 'border-control hover:bg-sunken',
  past: 'border-line text-ink-faint',
  taken: 'border-line bg-sunken text-ink-faint line-through decoration-ink-faint',
}

const lost = 'border-danger bg-danger-soft text-danger-ink line-through'

const chosenLooks: Record<SlotState, string> = {
  free: 'border-accent bg-accent text-on-accent',
  past: lost,
  taken: lost,
}

/** The hour to start at, one of a day's slots; those that are taken or past say so. */
export function SlotChoice(props: {
  slots: readonly Slot[]
  value: number | null
  onChange: (hour: number) => void
}) {
  const { slots, value, onChange } = props
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Start time</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {slots.map(({ hour, state }) => {
          const isChosen = hour === value
          return (
            <label
              key={hour}
              className={cx(
                'relative flex min-h-11 items-center justify-center rounded-control border px-1 text-sm font-medium tabular-nums transition-colors duration-150',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                isChosen ? chosenLooks[state] : looks[state],
                state !== 'free' && 'cursor-not-allowed!',
              )}
            >
              <input
                type="radio"
                name={name}
                value={hour}
                checked={isChosen}
                // A chosen slot that has just been taken stays in reach, to be changed.
                disabled={state !== 'free' && !isChosen}
                onChange={() => onChange(hour)}
                className="absolute inset-0 cursor-[inherit] appearance-none rounded-control outline-none"
              />
              {formatHour(hour)}
              {state !== 'free' && <span className="sr-only">, {state}</span>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

import { type LucideIcon, Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { maximumHours, minimumHours } from '@hourspace/domain/slots.ts'
import { clampHours } from '#web/features/booking/draft.ts'
import { cx } from '#web/ui/cx.ts'
import { frameStyles, inputStyles } from '#web/ui/field-styles.ts'

const label = 'Duration (hours)'

type HoursFieldProps = { value: number; onChange: (hours: number) => void }

/** A field for the duration of a booking. Applies typed hours on blur. */
export function HoursField({ value, onChange }: HoursFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)

  function commit() {
    const hours = Number.parseFloat(typed ?? '')
    if (Number.isFinite(hours)) onChange(clampHours(hours))
    setTyped(null)
  }

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div data-frame className={cx(frameStyles, 'flex items-center')}>
        <Step
          icon={Minus}
          name="Decrease"
          isDisabled={value <= minimumHours}
          onPress={() => onChange(value - 1)}
        />
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? String(value)}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && typed !== null) commit()
            const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
            if (!step) return
            event.preventDefault()
            setTyped(null)
            onChange(clampHours(value + step))
          }}
          className={cx(inputStyles, 'px-0! text-center tabular-nums')}
        />
        <Step
          icon={Plus}
          name="Increase"
          isDisabled={value >= maximumHours}
          onPress={() => onChange(value + 1)}
        />
      </div>
    </div>
  )
}

function Step(props: { icon: LucideIcon; name: string; isDisabled: boolean; onPress: () => void }) {
  const { icon: Icon, name, isDisabled, onPress } = props
  return (
    <button
      type="button"
      aria-label={`${name} ${label}`}
      // Uses `aria-disabled`, because `disabled` would move the focus off the button.
      aria-disabled={isDisabled || undefined}
      onClick={() => isDisabled || onPress()}
      className="m-1 inline-flex size-9 shrink-0 items-center justify-center rounded-small text-ink-soft hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}

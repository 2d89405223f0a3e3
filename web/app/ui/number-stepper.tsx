import { type LucideIcon, Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from './cx.ts'
import { frameStyles, inputStyles } from './field-styles.ts'

type NumberStepperProps = {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  hint?: string
}

/**
 * A field for a small whole number, with a minus and a plus button. A typed number is applied on
 * blur or Enter.
 */
export function NumberStepper({ label, value, min, max, onChange, hint }: NumberStepperProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const clamp = (number: number) => Math.min(max, Math.max(min, Math.round(number)))

  function commit() {
    const number = Number.parseFloat(typed ?? '')
    if (Number.isFinite(number)) onChange(clamp(number))
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
          name={`Decrease ${label}`}
          isDisabled={value <= min}
          onPress={() => onChange(clamp(value - 1))}
        />
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          aria-describedby={hint ? `${id}-hint` : undefined}
          value={typed ?? String(value)}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && typed !== null) commit()
            const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
            if (!step) return
            event.preventDefault()
            setTyped(null)
            onChange(clamp(value + step))
          }}
          className={cx(inputStyles, 'px-0! text-center tabular-nums')}
        />
        <Step
          icon={Plus}
          name={`Increase ${label}`}
          isDisabled={value >= max}
          onPress={() => onChange(clamp(value + 1))}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  )
}

function Step(props: { icon: LucideIcon; name: string; isDisabled: boolean; onPress: () => void }) {
  const { icon: Icon, name, isDisabled, onPress } = props
  return (
    <button
      type="button"
      aria-label={name}
      // Uses `aria-disabled`, because `disabled` would move the focus off the button.
      aria-disabled={isDisabled || undefined}
      onClick={() => isDisabled || onPress()}
      className="m-1 inline-flex size-9 shrink-0 items-center justify-center rounded-small text-ink-soft hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:opacity-40 pointer-coarse:m-0 pointer-coarse:size-11"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}

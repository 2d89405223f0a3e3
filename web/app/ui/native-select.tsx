import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { frameStyles } from './field-styles.ts'

export type Option = { id: string; label: string }

type NativeSelectProps = Omit<
  ComponentProps<'select'>,
  'children' | 'aria-label' | 'onChange' | 'value'
> & {
  label: string
  options: readonly Option[]
  value?: string
  onChange?: (id: string) => void
}

/**
 * A native select for public pages. It loads no extra code, and phones show the picker of their
 * system.
 */
export function NativeSelect({ label, options, onChange, className, ...props }: NativeSelectProps) {
  return (
    <div
      data-frame
      className={cx(
        frameStyles,
        'relative flex items-center has-aria-invalid:border-danger',
        className,
      )}
    >
      <select
        {...props}
        aria-label={label}
        onChange={(event) => onChange?.(event.currentTarget.value)}
        className="native-select"
      >
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute right-3.5 size-5 text-ink-faint"
      />
    </div>
  )
}

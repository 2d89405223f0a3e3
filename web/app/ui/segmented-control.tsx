import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { cx } from './cx.ts'
import type { Option } from './option.ts'

type SegmentedControlProps = {
  label: string
  options: readonly Option[]
  value: string
  onChange: (id: string) => void
  className?: string
}

/** Two to four views of the same thing; exactly one is on. */
export function SegmentedControl({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedControlProps) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={([key]) => key !== undefined && onChange(String(key))}
      className={cx('inline-flex rounded-control bg-sunken p-1', className)}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.id}
          id={option.id}
          className="min-h-9 grow rounded-small px-4 text-sm font-semibold text-ink-soft transition-colors duration-150 hover:text-ink data-selected:bg-raised dark:data-selected:bg-line data-selected:text-ink data-selected:shadow-raised pointer-coarse:min-h-11"
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

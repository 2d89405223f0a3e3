import { ToggleButton, ToggleButtonGroup, type Key } from 'react-aria-components'
import { cx } from './cx.ts'
import type { Option } from './select.tsx'

export type FilterChipsProps = {
  /** What is being filtered, read out. */
  label: string
  options: readonly Option[]
  /** The chosen option's id; null for none. */
  value: string | null
  /** Called with null when the active chip was pressed again. */
  onChange: (id: string | null) => void
  /** One chip is always on. */
  required?: boolean
  className?: string
}

/** A row of filters, at most one of them on; wraps where there is room and scrolls on phones. */
export function FilterChips({
  label,
  options,
  value,
  onChange,
  required,
  className,
}: FilterChipsProps) {
  const change = (keys: Set<Key>) => {
    const [first] = keys
    onChange(first === undefined ? null : String(first))
  }
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection={required ?? false}
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={change}
      className={cx(
        '-m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:none] sm:flex-wrap sm:overflow-visible',
        className,
      )}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.id}
          id={option.id}
          className={cx(
            'min-h-10 shrink-0 rounded-full border border-control bg-surface px-4 text-sm font-medium text-ink transition-colors duration-150 pointer-coarse:min-h-11',
            'hover:bg-sunken data-selected:border-accent data-selected:bg-accent data-selected:text-on-accent',
          )}
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

import { type FocusEvent, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import type { Option } from './native-select.tsx'

export const chipStyles = (isSelected: boolean) =>
  cx('chip', isSelected && 'border-accent bg-accent text-on-accent hover:bg-accent-hover')

/**
 * Scrolls a chip with the keyboard focus fully into view. Chromium does not scroll sideways to a
 * focused element if at least 32 px of its width are visible.
 */
export function showFocusedChip({ target }: FocusEvent) {
  if (target.matches(':focus-visible'))
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

type FilterChipsProps = {
  label: string
  options: readonly Option[]
  value: string | null
  /** `onChange` gets null when the selected chip is pressed again, unless `required` is set. */
  onChange: (id: string | null) => void
  /** `required` keeps one chip selected. Pressing it again does not deselect it. */
  required?: boolean
  /** `name` is the form parameter that a chip submits without JavaScript. */
  name: string
  form?: string
  /** `className` replaces the row's layout. */
  className?: string
}

/** A row of filter chips with at most one selected. The row scrolls on phones. */
export function FilterChips(props: FilterChipsProps) {
  const { label, options, value, onChange, required, name, form, className } = props
  const row = useRef<HTMLDivElement>(null)

  // Scrolls to the selected chip, which may be outside the visible part of the row on phones.
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    const scroller = chosen?.offsetParent
    if (!scroller) return
    const { left, width } = scroller.getBoundingClientRect()
    const chip = chosen.getBoundingClientRect()
    if (chip.right > left + width)
      scroller.scrollLeft += chip.left - left - (width - chip.width) / 2
  }, [])

  return (
    <div
      ref={row}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Chromium ignores the scroll padding of a fieldset.
      role="group"
      aria-label={label}
      className={
        className ??
        'relative -m-1 flex min-w-0 gap-2 overflow-x-auto p-1 [scrollbar-width:none] sm:flex-wrap sm:overflow-visible'
      }
    >
      {options.map(({ id, label: text }) => (
        <button
          key={id}
          type="submit"
          name={name}
          form={form}
          value={id === value && !required ? '' : id}
          aria-pressed={id === value}
          onFocus={showFocusedChip}
          onClick={(event) => {
            event.preventDefault()
            onChange(id === value && !required ? null : id)
          }}
          className={chipStyles(id === value)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'checked' | 'onChange'> & {
  children: ReactNode
  isSelected?: boolean
  /** `isReadOnly` ignores changes but keeps the focus, for example during a request. */
  isReadOnly?: boolean
  onChange?: (isSelected: boolean) => void
}

/** A switch that takes effect immediately. It is a native checkbox and does not load React Aria. */
export function Switch(props: SwitchProps) {
  const { children, className, isSelected, isReadOnly, onChange, ...rest } = props
  return (
    <label
      className={cx(
        'relative inline-flex min-h-11 items-center gap-3 rounded-small has-disabled:opacity-50',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        className,
      )}
    >
      <input
        {...rest}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- A native checkbox exposes its checked state.
        role="switch"
        checked={isSelected}
        aria-readonly={isReadOnly || undefined}
        onChange={({ currentTarget }) => !isReadOnly && onChange?.(currentTarget.checked)}
        className="peer absolute inset-0 cursor-[inherit] appearance-none rounded-small outline-none"
      />
      <span className="inline-flex h-7 w-12 shrink-0 items-center rounded-full bg-control p-1 transition-colors duration-200 peer-checked:bg-accent *:transition-transform peer-checked:*:translate-x-5">
        <span className="size-5 rounded-full bg-surface shadow-raised duration-200 ease-settle" />
      </span>
      {children}
    </label>
  )
}

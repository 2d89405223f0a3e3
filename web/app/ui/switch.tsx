import { Switch as AriaSwitch, type SwitchProps as AriaProps } from 'react-aria-components'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type SwitchProps = Omit<AriaProps, 'className' | 'children' | 'style'> & {
  children: ReactNode
  className?: string
}

/** Turns something on or off at once. */
export function Switch({ children, className, ...props }: SwitchProps) {
  return (
    <AriaSwitch
      {...props}
      className={cx(
        'group inline-flex min-h-11 items-center gap-3 rounded-small data-disabled:opacity-50',
        className,
      )}
    >
      <span className="inline-flex h-7 w-12 shrink-0 items-center rounded-full bg-control p-1 transition-colors duration-200 group-data-selected:bg-accent">
        <span className="size-5 rounded-full bg-surface shadow-raised transition-transform duration-200 ease-settle group-data-selected:translate-x-5" />
      </span>
      {children}
    </AriaSwitch>
  )
}

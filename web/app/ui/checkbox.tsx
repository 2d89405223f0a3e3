import { Check } from 'lucide-react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaProps } from 'react-aria-components'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type CheckboxProps = Omit<AriaProps, 'className' | 'children' | 'style'> & {
  children: ReactNode
  className?: string
}

export function Checkbox({ children, className, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...props}
      className={cx(
        'group inline-flex min-h-11 items-center gap-3 rounded-small data-disabled:opacity-50',
        className,
      )}
    >
      <span className="inline-flex size-6 shrink-0 items-center justify-center rounded-small border border-control bg-surface text-on-accent transition-colors duration-150 group-hover:border-ink-soft group-data-invalid:border-danger group-data-selected:border-accent group-data-selected:bg-accent">
        <Check
          aria-hidden
          className="size-4 opacity-0 group-data-selected:opacity-100"
          strokeWidth={3}
        />
      </span>
      {children}
    </AriaCheckbox>
  )
}

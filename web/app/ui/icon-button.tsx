import type { LucideIcon } from 'lucide-react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { cx } from './cx.ts'

export type IconButtonProps = Omit<AriaButtonProps, 'className' | 'children' | 'aria-label'> & {
  icon: LucideIcon
  /** What it does, in words. */
  label: string
  className?: string
}

/** A button that shows only an icon, 44 px square. */
export function IconButton({ icon: Icon, label, className, ...props }: IconButtonProps) {
  return (
    <AriaButton
      {...props}
      aria-label={label}
      className={cx(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink transition duration-150 hover:bg-sunken',
        'data-disabled:cursor-not-allowed data-disabled:opacity-40',
        className,
      )}
    >
      <Icon aria-hidden className="size-5" />
    </AriaButton>
  )
}

import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export const iconButtonStyles =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink transition duration-150 hover:bg-sunken ' +
  'disabled:cursor-not-allowed disabled:opacity-40'

type IconButtonProps = Omit<
  ComponentProps<'button'>,
  'children' | 'aria-label' | 'onClick' | 'disabled'
> & {
  icon: LucideIcon
  label: string
  onPress?: () => void
  isDisabled?: boolean
}

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, onPress, isDisabled, className, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      disabled={isDisabled}
      onClick={() => onPress?.()}
      className={cx(iconButtonStyles, className)}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
}

import { cx } from './cx.ts'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
type ButtonSize = 'small' | 'medium' | 'large'

export type ButtonLook = {
  /** Use `primary` once per view, `secondary` next to it, `quiet` in rows and toolbars. */
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
}

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'bg-surface text-ink border border-control hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'bg-danger-soft text-danger-ink border border-danger/40 hover:border-danger',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3.5 text-sm pointer-coarse:min-h-11',
  medium: 'min-h-11 px-5 text-base',
  large: 'min-h-13 px-7 text-lg',
}

export function buttonStyles({ variant = 'primary', size = 'medium', wide }: ButtonLook): string {
  return cx(
    'relative inline-flex items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap select-none',
    'transition duration-150 ease-settle active:scale-[0.985]',
    'disabled:cursor-not-allowed disabled:opacity-50 disabled:active:scale-100 aria-disabled:cursor-progress',
    variants[variant],
    sizes[size],
    wide && 'w-full',
  )
}

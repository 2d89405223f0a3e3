import { cx } from './cx.ts'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
type ButtonSize = 'small' | 'medium' | 'large'

export type ButtonLook = {
  /**
   * Use `primary` at most once per view, `secondary` next to it, and `quiet` in rows and toolbars.
   */
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
}

export function buttonStyles({ variant = 'primary', size = 'medium', wide }: ButtonLook): string {
  return cx('button', `button-${variant}`, `button-${size}`, wide && 'w-full')
}

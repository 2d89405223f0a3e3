import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'caution' | 'danger' | 'notice'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-soft',
  accent: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success-ink',
  caution: 'bg-caution-soft text-caution-ink',
  danger: 'bg-danger-soft text-danger-ink',
  notice: 'bg-notice-soft text-notice-ink',
}

const dots: Record<Tone, string> = {
  neutral: 'bg-ink-faint',
  accent: 'bg-accent',
  success: 'bg-success',
  caution: 'bg-caution',
  danger: 'bg-danger',
  notice: 'bg-notice',
}

/** A short status label. The text must be clear without the color and the dot. */
export function Badge(props: {
  tone?: Tone
  dot?: boolean
  children: ReactNode
  className?: string
}) {
  const { tone = 'neutral', dot, children, className } = props
  return (
    <span
      className={cx(
        'inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {dot && <span aria-hidden className={cx('size-2 rounded-full', dots[tone])} />}
      {children}
    </span>
  )
}

import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'caution' | 'danger' | 'notice'

/**
 * A short status label. Users must be able to understand the text without the color and the dot.
 */
export function Badge(props: {
  tone?: Tone
  dot?: boolean
  children: ReactNode
  className?: string
}) {
  const { tone = 'neutral', dot, children, className } = props
  return (
    <span className={cx('badge', `badge-${tone}`, dot && 'badge-dot', className)}>{children}</span>
  )
}

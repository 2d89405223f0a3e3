import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type BannerTone = 'info' | 'success' | 'caution' | 'error'

const looks: Record<BannerTone, { icon: LucideIcon; style: string }> = {
  info: { icon: Info, style: 'bg-notice-soft text-notice-ink' },
  success: { icon: CircleCheck, style: 'bg-success-soft text-success-ink' },
  caution: { icon: TriangleAlert, style: 'bg-caution-soft text-caution-ink' },
  error: { icon: CircleAlert, style: 'bg-danger-soft text-danger-ink' },
}

/**
 * A message box. Screen readers announce errors immediately, and other messages when they have
 * finished speaking.
 */
export function Banner(props: {
  tone?: BannerTone
  title?: string
  children?: ReactNode
  action?: ReactNode
  className?: string
}) {
  const { tone = 'info', title, children, action, className } = props
  const { icon: Icon, style } = looks[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-center gap-3 rounded-control px-4 py-3 text-sm',
        style,
        className,
      )}
    >
      <Icon aria-hidden className={cx('size-5 shrink-0', title && 'self-start')} />
      <div className="min-w-0 flex-1 basis-48">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  )
}

import { useId, type ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'

export function Block(props: {
  title: string
  count?: number
  action?: ReactNode
  className?: string
  children: ReactNode
}) {
  const { title, count, action, className, children } = props
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <Card className={cx('flex h-full flex-col gap-3', className)}>
        <div className="flex items-baseline justify-between gap-4">
          <h2 id={headingId} className="text-xl">
            {title}{' '}
            {count !== undefined && (
              <span className="ml-1 font-sans text-base font-semibold text-ink-faint tabular-nums">
                {count}
              </span>
            )}
          </h2>
          {action}
        </div>
        {children}
      </Card>
    </section>
  )
}

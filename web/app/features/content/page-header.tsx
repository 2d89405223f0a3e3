import type { ReactNode } from 'react'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { cx } from '#web/ui/cx.ts'

type PageHeaderProps = {
  title: string
  lead?: ReactNode
  /** `updated` is the day of the last change to the page's text (YYYY-MM-DD). */
  updated?: string
  crumbs?: ReadonlyArray<{ label: string; to: string }>
  /** `compact` shows a smaller title, for pages with forms and lists. */
  compact?: boolean
  children?: ReactNode
}

export function PageHeader(props: PageHeaderProps) {
  const { title, lead, updated, crumbs, compact, children } = props
  return (
    <header className="flex flex-col gap-4">
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <h1 className={cx('max-w-4xl', compact ? 'text-3xl' : 'text-4xl')}>{title}</h1>
      {lead && <p className={cx('max-w-prose text-ink-soft', !compact && 'text-lg')}>{lead}</p>}
      {updated && (
        <p className="text-sm text-ink-faint">
          Last updated <Day date={updated} />
        </p>
      )}
      {children}
    </header>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a day (YYYY-MM-DD) as a date such as 'March 15, 2025'. */
export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{dayFormat.format(new Date(`${date}T00:00:00Z`))}</time>
}

import type { ReactNode } from 'react'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'

type PageHeaderProps = {
  title: string
  /** One or two sentences that say what the page is for. */
  lead?: ReactNode
  /** Day of the last change as `YYYY-MM-DD`. */
  updated?: string
  /** The way back up; pages right below home need none. */
  crumbs?: ReadonlyArray<{ label: string; to: string }>
  /** Buttons or a search below the lead. */
  children?: ReactNode
}

/** How a page of content begins: where one is, what it is called, what it is for. */
export function PageHeader({ title, lead, updated, crumbs, children }: PageHeaderProps) {
  return (
    <header className="flex flex-col gap-4">
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <h1 className="max-w-4xl text-4xl">{title}</h1>
      {lead && <p className="max-w-prose text-lg text-ink-soft">{lead}</p>}
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

/** A calendar day, given as `YYYY-MM-DD`: 'March 15, 2025'. */
export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{dayFormat.format(new Date(`${date}T00:00:00Z`))}</time>
}

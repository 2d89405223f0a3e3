import type { ReactNode } from 'react'
import { userKey } from '#web/data/query-client.ts'
import { formatMoment } from '#web/lib/times.ts'
import { Card } from '#web/ui/card.tsx'

export const securityKey = (userId: string) => [...userKey(userId), 'security'] as const

type SectionProps = { id: string; title: string; lead: string; children: ReactNode }

export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <Card className="flex flex-col gap-5">
        <div className="flex flex-col gap-1">
          <h2 id={id} tabIndex={-1} className="text-xl">
            {title}
          </h2>
          <p className="text-ink-soft">{lead}</p>
        </div>
        {children}
      </Card>
    </section>
  )
}

/**
 * Focuses the heading of a section. Waits until an open dialog has closed, because a closing dialog
 * restores the focus.
 */
export function focusSection(id: string): void {
  if (document.querySelector('[role=alertdialog]')) {
    requestAnimationFrame(() => focusSection(id))
    return
  }
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()))
}

/** Formats an instant in the viewer's time zone, such as 'Sun, Nov 22, 3:00 PM'. Browser only. */
export function momentText(instant: string): string {
  return formatMoment(new Date(instant), Intl.DateTimeFormat().resolvedOptions().timeZone)
}

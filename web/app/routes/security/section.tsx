import type { ReactNode } from 'react'
import { formatMoment } from '#web/lib/times.ts'
import { Card } from '#web/ui/card.tsx'

/** One matter of Profile > Security. */
export function Section(props: {
  id: string
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  const { id, title, lead, children } = props
  return (
    <section aria-labelledby={id}>
      <Card className="flex flex-col gap-5">
        <div className="flex flex-col gap-1">
          <h2 id={id} tabIndex={-1} className="text-2xl">
            {title}
          </h2>
          {lead && <p className="text-ink-soft">{lead}</p>}
        </div>
        {children}
      </Card>
    </section>
  )
}

/**
 * Puts the focus on the heading of a section when what had it is gone. A question that is closing
 * holds the focus to its end and hands it back a frame later, so this waits for both.
 */
export function focusSection(id: string): void {
  if (document.querySelector('[role=alertdialog]')) {
    requestAnimationFrame(() => focusSection(id))
    return
  }
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()))
}

/** An instant (ISO) on the viewer's own clock: 'Sun, Nov 22, 3:00 PM'. Browser only. */
export function momentText(instant: string): string {
  return formatMoment(new Date(instant), Intl.DateTimeFormat().resolvedOptions().timeZone)
}

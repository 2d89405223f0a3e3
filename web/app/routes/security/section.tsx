import type { ReactNode } from 'react'
import { formatMoment } from '#web/lib/times.ts'
import { Card } from '#web/ui/card.tsx'

/** A titled section of the page Profile > Security. */
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
 * Focuses a section's heading after the focused element disappeared. A closing dialog restores the
 * focus one frame later, so the function waits for that frame.
 */
export function focusSection(id: string): void {
  if (document.querySelector('[role=alertdialog]')) {
    requestAnimationFrame(() => focusSection(id))
    return
  }
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()))
}

/** Formats an ISO instant in the viewer's time zone: 'Sun, Nov 22, 3:00 PM'. Browser only. */
export function momentText(instant: string): string {
  return formatMoment(new Date(instant), Intl.DateTimeFormat().resolvedOptions().timeZone)
}

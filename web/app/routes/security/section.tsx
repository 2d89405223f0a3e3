import type { ReactNode } from 'react'
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

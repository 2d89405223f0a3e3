import { useId, type ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'

export function Panel(props: { title: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <Card className="flex flex-col gap-4">
        <h2 id={headingId} className="text-xl">
          {props.title}
        </h2>
        {props.children}
      </Card>
    </section>
  )
}

import { useId, type ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'

export function Section(props: {
  title: string
  id?: string
  action?: ReactNode
  children: ReactNode
}) {
  const headingId = useId()
  return (
    <section id={props.id} aria-labelledby={headingId} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={headingId} className="text-2xl">
          {props.title}
        </h2>
        {props.action}
      </div>
      {props.children}
    </section>
  )
}

export function Rows({ children }: { children: ReactNode }) {
  return (
    <Card className="py-1! sm:py-2!">
      <ul className="divide-y divide-line">{children}</ul>
    </Card>
  )
}

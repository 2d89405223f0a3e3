import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'

/** A part of the listing form under a heading of its own. */
export function FieldSection(props: { title: string; hint?: string; children: ReactNode }) {
  const { title, hint, children } = props
  return (
    <Card className="flex flex-col gap-5">
      <div>
        <h2 className="text-xl">{title}</h2>
        {hint && <p className="mt-1 text-sm text-ink-soft">{hint}</p>}
      </div>
      {children}
    </Card>
  )
}

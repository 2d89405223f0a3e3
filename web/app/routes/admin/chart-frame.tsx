import { useId, type ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'

/** A chart under its title, with what it shows in words for those who do not see it. */
export function ChartFrame(props: {
  title: string
  /** The same in a sentence. */
  words: string
  children: ReactNode
}) {
  const { title, words, children } = props
  const titleId = useId()
  return (
    <Card className="min-w-0">
      <figure aria-labelledby={titleId} className="flex flex-col gap-4">
        <figcaption>
          <h3 id={titleId} className="text-lg">
            {title}
          </h3>
          <p className="sr-only">{words}</p>
        </figcaption>
        <div className="h-64">{children}</div>
      </figure>
    </Card>
  )
}

import { MapPin } from 'lucide-react'
import type { Opening } from '#web/content/careers.ts'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

export function OpeningCard({ opening }: { opening: Opening }) {
  return (
    <Card id={opening.slug} className="flex scroll-mt-24 flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="flex max-w-prose flex-col gap-2">
          <h3 className="text-2xl">{opening.title}</h3>
          <OpeningFacts opening={opening} />
          <p className="text-ink-soft">{opening.summary}</p>
        </div>
        <LinkButton
          to={paths.careers({ position: opening.slug })}
          aria-label={`Apply Now: ${opening.title}`}
        >
          Apply Now
        </LinkButton>
      </div>
      <OpeningLists opening={opening} />
    </Card>
  )
}

export function OpeningFacts({ opening: { team, place } }: { opening: Opening }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
      <Badge tone="accent">{team}</Badge>
      <span className="inline-flex items-center gap-1.5">
        <MapPin aria-hidden className="size-4" />
        {place}
      </span>
    </p>
  )
}

export function OpeningLists(props: {
  opening: Opening
  level?: 'h3' | 'h4'
  /** `stacked` shows the lists in one column, for narrow containers. */
  stacked?: boolean
}) {
  const { opening, level = 'h4', stacked } = props
  return (
    <div className={`grid gap-x-10 gap-y-5 ${stacked ? '' : 'md:grid-cols-2'}`}>
      <Points level={level} title="What you will do" points={opening.tasks} />
      <Points level={level} title="What you bring" points={opening.brings} />
    </div>
  )
}

function Points(props: { level: 'h3' | 'h4'; title: string; points: readonly string[] }) {
  const { level: Title, title, points } = props
  return (
    <div>
      <Title className="font-sans font-semibold tracking-normal">{title}</Title>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 text-ink-soft marker:text-accent-ink">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  )
}

import { Map, MapPin, Sparkles, Sun, TrainFront, type LucideIcon } from 'lucide-react'
import type { Area, Highlight, HighlightKind } from '#web/content/cities/city.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'

const icons: Record<HighlightKind, LucideIcon> = {
  area: Map,
  light: Sun,
  transit: TrainFront,
  use: Sparkles,
}

/** Three parts of the city and what their rooms are good for. */
export function PopularAreas({ city, areas }: { city: string; areas: readonly Area[] }) {
  return (
    <Tiles
      id="areas"
      title={`Popular areas in ${city}`}
      tiles={areas.map(({ name, text }) => ({ title: name, text, icon: MapPin }))}
      className="md:grid-cols-3"
    />
  )
}

/** Four things worth knowing before one rents a room in the city. */
export function Highlights({
  city,
  highlights,
}: {
  city: string
  highlights: readonly Highlight[]
}) {
  return (
    <Tiles
      id="highlights"
      title={`Good to know about ${city}`}
      tiles={highlights.map(({ kind, title, text }) => ({ title, text, icon: icons[kind] }))}
      className="sm:grid-cols-2 xl:grid-cols-4"
    />
  )
}

type TilesProps = {
  id: string
  title: string
  tiles: readonly { title: string; text: string; icon: LucideIcon }[]
  className: string
}

function Tiles({ id, title, tiles, className }: TilesProps) {
  return (
    <section aria-labelledby={id} className="page flex flex-col gap-6">
      <h2 id={id} className="text-3xl">
        {title}
      </h2>
      <ul className={cx('grid gap-3 sm:gap-5', className)}>
        {tiles.map(({ title, text, icon: Icon }) => (
          <li key={title}>
            <Card className="flex h-full gap-4 sm:flex-col sm:gap-3">
              <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
                <Icon aria-hidden className="size-5" />
              </span>
              <div className="flex flex-col gap-1">
                <h3 className="text-lg">{title}</h3>
                <p className="text-ink-soft">{text}</p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

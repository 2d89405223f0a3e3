import { hero } from '#web/content/hero.ts'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

/** What Hourspace is, in one picture and one sentence. */
export function Hero() {
  return (
    <section
      aria-labelledby="hero"
      className="page grid items-center gap-x-12 gap-y-6 pt-4 sm:pt-10 lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)] lg:pt-12"
    >
      <div className="flex flex-col items-start gap-4 sm:gap-5">
        <Badge tone="accent">{hero.badge}</Badge>
        <h1 id="hero" className="text-4xl">
          {hero.title}
        </h1>
        <p className="max-w-prose text-lg text-ink-soft">{hero.subtitle}</p>
        <div className="mt-1 flex flex-wrap gap-3">
          <LinkButton to={paths.explore()} className="sm:min-h-13 sm:px-7 sm:text-lg">
            {hero.primary}
          </LinkButton>
          <LinkButton
            to={paths.createListing()}
            variant="secondary"
            className="sm:min-h-13 sm:px-7 sm:text-lg"
          >
            {hero.secondary}
          </LinkButton>
        </div>
      </div>
      <img
        src={hero.image}
        alt=""
        width={1920}
        height={1080}
        fetchPriority="high"
        className="aspect-16/10 w-full rounded-sheet bg-sunken object-cover max-lg:order-first max-lg:aspect-16/9"
      />
    </section>
  )
}

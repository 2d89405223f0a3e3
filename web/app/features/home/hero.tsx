import { Search } from 'lucide-react'
import { Form } from 'react-router'
import { hero } from '#web/content/hero.ts'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'

/** What Hourspace is, in one picture, with the search at hand. */
export function Hero() {
  return (
    <section
      aria-labelledby="hero"
      className="page grid items-center gap-x-12 gap-y-8 pt-6 sm:pt-10 lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)] lg:pt-12"
    >
      <div className="flex flex-col items-start gap-5">
        <Badge tone="accent">{hero.badge}</Badge>
        <h1 id="hero" className="text-4xl">
          {hero.title}
        </h1>
        <p className="max-w-prose text-lg text-ink-soft">{hero.subtitle}</p>
        <search className="w-full max-w-xl">
          <Form
            action={paths.explore()}
            className="flex flex-col gap-2 rounded-card border border-line bg-surface p-2 shadow-raised sm:flex-row"
          >
            <SearchField
              name="q"
              label="Search by location, country, or title"
              placeholder="City, country, or kind of room"
              maxLength={120}
              autoComplete="off"
              className="border-transparent hover:border-transparent"
            />
            <Button type="submit">
              <Search aria-hidden className="size-5" />
              Search
            </Button>
          </Form>
        </search>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.explore()} size="large">
            {hero.primary}
          </LinkButton>
          <LinkButton to={paths.createListing()} variant="secondary" size="large">
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
        className="aspect-4/3 w-full rounded-sheet bg-sunken object-cover max-lg:order-first max-lg:aspect-16/9"
      />
    </section>
  )
}

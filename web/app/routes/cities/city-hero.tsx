import type { ReactNode } from 'react'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { CityPicture } from './city-picture.tsx'

type CityHeroProps = {
  slug: string
  pictureAlt: string
  title: string
  description: string
  /** The way to the page, without itself. */
  crumbs: readonly { label: string; to: string }[]
  children?: ReactNode
}

/** What a city page opens with: where one is, what one finds, a view of the place. */
export function CityHero(props: CityHeroProps) {
  const { slug, pictureAlt, title, description, crumbs, children } = props
  return (
    <section
      aria-labelledby="city"
      className="page grid items-center gap-x-12 gap-y-6 pt-4 sm:pt-8 lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)]"
    >
      <div className="flex flex-col items-start gap-4">
        <Breadcrumbs crumbs={crumbs} />
        <h1 id="city" className="text-4xl">
          {title}
        </h1>
        <p className="max-w-prose text-lg text-ink-soft">{description}</p>
        {children}
      </div>
      <CityPicture slug={slug} alt={pictureAlt} className="rounded-sheet" />
    </section>
  )
}

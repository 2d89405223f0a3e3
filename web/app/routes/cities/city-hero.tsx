import type { ReactNode } from 'react'
import { byWidth } from '#web/lib/images.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { cx } from '#web/ui/cx.ts'

type CityHeroProps = {
  slug: string
  pictureAlt: string
  title: string
  description: string
  /** Breadcrumbs of the parent pages, without the current page. */
  crumbs: readonly { label: string; to: string }[]
  children?: ReactNode
}

/** Top of a city page with breadcrumbs, title and picture. */
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

/** Widths in pixels of the image files (demo-pictures/city-heroes.ts). */
const widths = [960, 1600]

const file = (slug: string, width: number, kind: string) =>
  `/images/cities/${slug}-${width}.${kind}`

const sources = (slug: string, kind: string) => byWidth(widths, (width) => file(slug, width, kind))

/** Returns the URL of the city's picture for link previews. */
export const previewPicture = (slug: string) => file(slug, 1600, 'webp')

/**
 * The city's picture. It is the largest image in the initial viewport, so it loads with high
 * priority.
 */
function CityPicture(props: { slug: string; alt: string; className?: string }) {
  const { slug, alt, className } = props
  const sizes = '(min-width: 80rem) 40rem, (min-width: 64rem) 43vw, 92vw'
  return (
    <picture>
      <source type="image/avif" srcSet={sources(slug, 'avif')} sizes={sizes} />
      <img
        src={file(slug, 960, 'webp')}
        srcSet={sources(slug, 'webp')}
        sizes={sizes}
        alt={alt}
        width={1600}
        height={900}
        fetchPriority="high"
        className={cx('aspect-16/9 w-full bg-sunken object-cover', className)}
      />
    </picture>
  )
}

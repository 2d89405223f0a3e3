import { preload } from 'react-dom'
import { byWidth } from '#web/lib/images.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'

export function CityHero(props: {
  slug: string
  pictureAlt: string
  title: string
  description: string
  /** `crumbs` are the breadcrumbs of the parent pages, without the current page. */
  crumbs: readonly { label: string; to: string }[]
}) {
  const { slug, pictureAlt, title, description, crumbs } = props
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
      </div>
      <CityPicture slug={slug} alt={pictureAlt} />
    </section>
  )
}

/** Widths in pixels of the image files that demo-pictures/city-heroes.ts creates. */
const widths = [960, 1600]

const file = (slug: string, width: number, kind: string) =>
  `/images/cities/${slug}-${width}.${kind}`

const sources = (slug: string, kind: string) => byWidth(widths, (width) => file(slug, width, kind))

/** Returns the URL of the city's link preview image. */
export const previewPicture = (slug: string) => file(slug, 1600, 'webp')

/**
 * The picture of the city. It loads with high priority, because it is the largest image of the
 * first viewport.
 */
function CityPicture({ slug, alt }: { slug: string; alt: string }) {
  const sizes = '(min-width: 80rem) 40rem, (min-width: 64rem) 43vw, 92vw'
  preload(file(slug, 960, 'avif'), {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: sources(slug, 'avif'),
    imageSizes: sizes,
    fetchPriority: 'high',
  })
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
        className="aspect-16/9 w-full rounded-sheet bg-sunken object-cover"
      />
    </picture>
  )
}

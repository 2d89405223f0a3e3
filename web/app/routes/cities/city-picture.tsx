import { byWidth } from '#web/lib/images.ts'
import { cx } from '#web/ui/cx.ts'

/** Widths the pictures are drawn in (demo-pictures/city-heroes.ts). */
const widths = [960, 1600]

const file = (slug: string, width: number, kind: string) =>
  `/images/cities/${slug}-${width}.${kind}`

const sources = (slug: string, kind: string) => byWidth(widths, (width) => file(slug, width, kind))

/** For link previews. */
export const previewPicture = (slug: string) => file(slug, 1600, 'webp')

/** The drawing a city page opens with; the largest thing in view, so it is fetched first. */
export function CityPicture(props: { slug: string; alt: string; className?: string }) {
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

import { byWidth } from '#web/lib/images.ts'
import { cx } from '#web/ui/cx.ts'

/** Widths in pixels of the image files that demo-pictures/draw-posts.ts creates. */
const widths = [640, 1280] as const

type Kind = 'avif' | 'webp'

/** Returns the URL of an article's picture, which has an aspect ratio of 16:9. */
export const postPicture = (slug: string, width: (typeof widths)[number], kind: Kind) =>
  `/images/post-${slug}-${width}.${kind}`

const sources = (slug: string, kind: Kind) =>
  byWidth(widths, (width) => postPicture(slug, width, kind))

type PostPictureProps = {
  slug: string
  alt: string
  sizes: string
  /** `isFirst` marks the largest image of the first viewport, which loads with high priority. */
  isFirst?: boolean
  className: string
}

export function PostPicture({ slug, alt, sizes, isFirst, className }: PostPictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={sources(slug, 'avif')} sizes={sizes} />
      <img
        src={postPicture(slug, 1280, 'webp')}
        srcSet={sources(slug, 'webp')}
        sizes={sizes}
        alt={alt}
        width={1280}
        height={720}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        className={cx('w-full bg-sunken object-cover', className)}
      />
    </picture>
  )
}

import { byWidth } from '#web/lib/images.ts'
import { cx } from '#web/ui/cx.ts'

/** Widths the pictures are drawn in (demo-pictures/draw-posts.ts). */
const widths = [640, 1280] as const

type Kind = 'avif' | 'webp'

/** Address of an article's picture, 16:9. */
export const postPicture = (slug: string, width: (typeof widths)[number], kind: Kind) =>
  `/images/post-${slug}-${width}.${kind}`

const sources = (slug: string, kind: Kind) =>
  byWidth(widths, (width) => postPicture(slug, width, kind))

type PostPictureProps = {
  slug: string
  alt: string
  /** How wide it is shown, as `sizes` of an image. */
  sizes: string
  /** The largest thing in view when the page opens: it is fetched first. */
  isFirst?: boolean
  className: string
}

/** The picture above an article, in its list or where else it is shown. */
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

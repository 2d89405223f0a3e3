import { ImageOff } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { imageSources, previewStyle } from '#web/lib/images.ts'
import { cx } from './cx.ts'

type CoverPictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt' | 'style'> & {
  space: { images: string[]; image_previews: string[] }
  placeholder?: ReactNode
  /** `smallest` is the minimum width in pixels of the image files that the browser may select. */
  smallest?: number
}

/** First picture of a space. It is decorative, so it has no alternative text. */
export function CoverPicture(props: CoverPictureProps) {
  const { space, placeholder, smallest, className, ...image } = props
  const url = space.images[0]
  if (url)
    return (
      <img
        {...imageSources(url, { from: smallest, to: 960 })}
        alt=""
        width={960}
        height={640}
        loading="lazy"
        decoding="async"
        style={previewStyle(space.image_previews[0])}
        {...image}
        className={cx('cover-picture', className)}
      />
    )
  return (
    placeholder ?? (
      <span className={cx('flex items-center justify-center bg-sunken text-ink-faint', className)}>
        <ImageOff aria-hidden className="size-6" />
      </span>
    )
  )
}

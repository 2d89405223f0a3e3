import { ImageOff } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { imageSources, previewStyle } from '#web/lib/images.ts'
import { cx } from './cx.ts'

type CoverPictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt' | 'style'> & {
  space: { images: string[]; image_previews: string[] }
  /** Shown for a space without pictures; an icon by default. */
  placeholder?: ReactNode
}

/** First picture of a space. It is decorative, so it has no alternative text. */
export function CoverPicture({ space, placeholder, className, ...image }: CoverPictureProps) {
  const url = space.images[0]
  if (url)
    return (
      <img
        {...imageSources(url, 960)}
        alt=""
        width={960}
        height={640}
        loading="lazy"
        decoding="async"
        style={previewStyle(space.image_previews[0])}
        {...image}
        className={cx('bg-sunken object-cover', className)}
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

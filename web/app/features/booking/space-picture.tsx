import { ImageOff } from 'lucide-react'
import { imageSources, previewStyle } from '#web/lib/images.ts'
import { cx } from '#web/ui/cx.ts'

/** The cover of a space in a list. Decorative: the title stands beside it. */
export function SpacePicture(props: {
  space: { images: string[]; image_previews: string[] }
  sizes: string
  className: string
}) {
  const { space, sizes, className } = props
  const url = space.images[0]
  if (!url)
    return (
      <span className={cx('flex items-center justify-center bg-sunken text-ink-faint', className)}>
        <ImageOff aria-hidden className="size-6" />
      </span>
    )
  return (
    <img
      {...imageSources(url, 960)}
      sizes={sizes}
      alt=""
      width={960}
      height={640}
      loading="lazy"
      decoding="async"
      style={previewStyle(space.image_previews[0])}
      className={cx('bg-sunken object-cover', className)}
    />
  )
}

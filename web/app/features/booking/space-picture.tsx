import { ImageOff } from 'lucide-react'
import { imageSources } from '#web/lib/images.ts'
import { cx } from '#web/ui/cx.ts'

/** The cover of a space in a list. Decorative: the title stands beside it. */
export function SpacePicture(props: { url: string | undefined; sizes: string; className: string }) {
  const { url, sizes, className } = props
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
      loading="lazy"
      decoding="async"
      className={cx('bg-sunken object-cover', className)}
    />
  )
}

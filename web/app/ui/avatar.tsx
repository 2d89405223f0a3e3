import { squareSources } from '#web/lib/images.ts'
import { cx } from './cx.ts'

function initialsOf(name: string): string {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('')
}

type AvatarProps = {
  name: string
  src?: string | null
  /** `side` is the size in CSS pixels, 36 by default. Set it if `className` changes the size. */
  side?: number
  className?: string
}

/** A user's picture or initials. It is decorative, so the user's name must appear next to it. */
export function Avatar({ name, src, side = 36, className }: AvatarProps) {
  const style = cx('size-9 shrink-0 rounded-full', className)
  if (src)
    return (
      <img
        {...squareSources(src, side)}
        alt=""
        width={side}
        height={side}
        loading="lazy"
        className={cx(style, 'object-cover')}
      />
    )
  return (
    <span
      aria-hidden
      className={cx(
        style,
        'inline-flex items-center justify-center bg-accent-soft text-sm font-semibold text-accent-ink',
      )}
    >
      {initialsOf(name)}
    </span>
  )
}

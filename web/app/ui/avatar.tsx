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

/** A person's picture, or their initials. Decorative: the name stands beside it or on the button. */
export function Avatar({
  name,
  src,
  className,
}: {
  name: string
  src?: string | null
  className?: string
}) {
  const style = cx('size-9 shrink-0 rounded-full', className)
  if (src)
    return <img src={src} alt="" width={36} height={36} className={cx(style, 'object-cover')} />
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

/** A small number on a link. `label` describes it to screen readers, such as 'unread'. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count === 0) return null
  return (
    <span className="relative inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {label}</span>
    </span>
  )
}

/**
 * Formats the count on an icon. The icon's accessible name must contain this text, so that users of
 * voice control can say it.
 */
export const iconCount = (count: number) => (count > 9 ? '9+' : String(count))

/** The count in the upper corner of an icon with the class `relative`. */
export function IconCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span
      aria-hidden
      className="absolute top-1 right-0.5 inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1 text-xs leading-none font-bold text-on-accent tabular-nums"
    >
      {iconCount(count)}
    </span>
  )
}

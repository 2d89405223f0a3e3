import { cx } from '#web/ui/cx.ts'

/** The logo: an h whose arch is a lit doorway. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="6 4 21.8 24" aria-hidden className={cx('shrink-0', className)}>
      <path d="M15.5 28v-7a2.75 2.75 0 0 1 5.5 0v7z" className="fill-lamp" />
      <path
        d="M6 4h4.6v11.2A9.6 9.6 0 0 1 27.8 21v7h-4.6v-7a5 5 0 0 0-10 0v7H6z"
        className="fill-accent-ink"
      />
    </svg>
  )
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)}>
      <Mark className="h-7 w-auto" />
      <span className="font-display text-xl font-bold tracking-tight">hourspace</span>
    </span>
  )
}

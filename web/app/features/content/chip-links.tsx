import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'

type Chip = { label: string; to: string; isCurrent: boolean }

/** A row of filter links; they work without JavaScript and can be shared. */
export function ChipLinks({ label, chips }: { label: string; chips: readonly Chip[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {chips.map(({ label, to, isCurrent }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={isCurrent || undefined}
              className={cx(
                'inline-flex min-h-10 items-center rounded-full border px-4 text-sm font-medium transition-colors duration-150 pointer-coarse:min-h-11',
                isCurrent
                  ? 'border-accent bg-accent text-on-accent hover:bg-accent-hover'
                  : 'border-control bg-surface text-ink hover:bg-sunken',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

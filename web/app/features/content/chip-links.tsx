import { chipStyles } from '#web/ui/filter-chips.tsx'
import { Link } from '#web/ui/link.tsx'

type Chip = { label: string; to: string; isCurrent: boolean }

/** A row of filter chips. The chips are links, so that they work without JavaScript. */
export function ChipLinks({ label, chips }: { label: string; chips: readonly Chip[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {chips.map(({ label, to, isCurrent }) => (
          <li key={to}>
            <Link to={to} aria-current={isCurrent || undefined} className={chipStyles(isCurrent)}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { ArrowLeft, ChevronRight } from 'lucide-react'
import { Link } from './link.tsx'

type Crumb = { label: string; to: string }

/** Links to the pages above this one. A single link has an arrow, as a back link. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center text-sm text-ink-faint">
        {crumbs.map(({ label, to }, index) => (
          <li key={to} className="flex min-w-0 items-center">
            {index > 0 && <ChevronRight aria-hidden className="mx-1 size-4 shrink-0" />}
            <Link
              to={to}
              className="inline-flex min-h-8 min-w-0 items-center gap-1.5 wrap-anywhere hover:text-ink hover:underline"
            >
              {crumbs.length === 1 && <ArrowLeft aria-hidden className="size-4 shrink-0" />}
              {label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

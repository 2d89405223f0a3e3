import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { resultsPath } from '#web/features/spaces/results-path.ts'

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-8 items-center gap-2 text-sm text-ink-soft hover:text-ink hover:underline pointer-coarse:min-h-11"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  )
}

const neverChanges = () => () => {}

/** Link to this tab's last search results. Appears after hydration. */
export function BackToResults() {
  const path = useSyncExternalStore(neverChanges, resultsPath, () => null)
  return path && <BackLink to={path}>Back to results</BackLink>
}

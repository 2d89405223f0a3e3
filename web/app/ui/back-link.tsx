import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'

/** Link to the list that a page belongs to. Most public pages use `Breadcrumbs`. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-8 items-center gap-2 self-start text-sm text-ink-soft hover:text-ink hover:underline pointer-coarse:min-h-11"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  )
}

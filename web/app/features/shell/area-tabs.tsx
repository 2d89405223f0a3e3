import type { LucideIcon } from 'lucide-react'
import { NavLink } from 'react-router'

type Tab = { to: string; label: string; icon: LucideIcon; end?: boolean }

/** The navigation of a signed-in area. On phones the tabs scroll sideways. */
export function AreaTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="border-b border-line bg-surface">
      <ul className="page flex gap-1 overflow-x-auto [scrollbar-width:none]">
        {tabs.map(({ to, label, icon: Icon, end }) => (
          <li key={to} className="shrink-0">
            <NavLink
              to={to}
              end={end ?? false}
              className="flex min-h-12 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-semibold text-ink-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent-ink"
            >
              <Icon aria-hidden className="size-4.5" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { useQuery } from '@tanstack/react-query'
import {
  CalendarCheck,
  CalendarDays,
  ChartColumn,
  Heart,
  House,
  Inbox,
  type LucideIcon,
  MessageCircle,
  ScrollText,
  Star,
  Sun,
  Timer,
  UserRound,
  UsersRound,
  Wallet,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, matchPath, useLocation } from 'react-router'
import { newInboxItems } from '#web/data/admin-inbox.ts'
import { unreadConversations } from '#web/data/unread-messages.ts'
import type { AccountMode } from '#web/features/account/mode.ts'
import { useSession } from '#web/features/account/session.tsx'
import { paths } from '#web/lib/paths.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { cx } from '#web/ui/cx.ts'

type Area = AccountMode | 'admin'

/**
 * `end` marks the tab as current only on the page `to` itself, not on pages below it. `alsoOn` is
 * the path pattern of other screens that belong to the tab.
 */
type Tab = { to: string; label: string; icon: LucideIcon; end?: boolean; alsoOn?: string }

const inboxTab: Tab = { to: paths.messages(), label: 'Inbox', icon: MessageCircle }

const adminInboxTab: Tab = { to: paths.adminInbox(), label: 'Inbox', icon: Inbox }

const areas: Record<Area, { label: string; tabs: readonly Tab[] }> = {
  guest: {
    label: 'Your account',
    tabs: [
      {
        to: paths.myBookings(),
        label: 'Bookings',
        icon: CalendarCheck,
        alsoOn: `${paths.booking('')}*`,
      },
      { to: paths.favorites(), label: 'Favorites', icon: Heart },
      inboxTab,
      {
        to: paths.profile(),
        label: 'Profile',
        icon: UserRound,
        alsoOn: paths.privacySettings(),
      },
    ],
  },
  host: {
    label: 'Hosting',
    tabs: [
      { to: paths.hosting(), label: 'Today', icon: Sun, end: true },
      { to: paths.hostingCalendar(), label: 'Calendar', icon: CalendarDays },
      { to: paths.myListings(), label: 'Listings', icon: House },
      inboxTab,
      { to: paths.hostingReviews(), label: 'Reviews', icon: Star },
      { to: paths.hostingEarnings(), label: 'Earnings', icon: Wallet },
    ],
  },
  admin: {
    label: 'Administration',
    tabs: [
      { to: paths.admin(), label: 'Analytics', icon: ChartColumn, end: true },
      { to: paths.adminUsers(), label: 'Users', icon: UsersRound },
      { to: paths.adminListings(), label: 'Listings', icon: House },
      { to: paths.adminBookings(), label: 'Bookings', icon: CalendarCheck },
      adminInboxTab,
      { to: paths.adminJobs(), label: 'Jobs', icon: Timer },
      { to: paths.adminAudit(), label: 'Audit log', icon: ScrollText },
    ],
  },
}

/**
 * Tabs of an area. While `area` is null because the user's mode is unknown, renders an empty row,
 * so that the page does not move when the tabs appear.
 */
export function AreaTabs({ area }: { area: Area | null }) {
  const { status, user } = useSession()
  if (status === 'signed-out') return null
  if (!area) return <div className="h-12.25 border-b border-line bg-surface" />
  const { label, tabs } = areas[area]
  return (
    <nav aria-label={label} className="border-b border-line bg-surface">
      <ul
        className={cx(
          'page relative flex gap-1 overflow-x-auto max-[18rem]:gap-3 [scrollbar-width:none]',
          // Aligns the first icon with the page's text.
          'sm:*:first:-ml-3',
          // On phones, the tabs of guests and hosts fit without icons and padding.
          area !== 'admin' && 'max-sm:*:flex-1 max-sm:[&_a]:px-0',
          area === 'host' && 'max-sm:gap-2 max-sm:[&_a]:gap-1 max-sm:[&_a]:text-[0.8125rem]',
        )}
      >
        {tabs.map((tab) => (
          <AreaTab key={tab.to} tab={tab} userId={user?.id} />
        ))}
      </ul>
    </nav>
  )
}

function AreaTab({ tab, userId }: { tab: Tab; userId: string | undefined }) {
  const { to, label, icon: Icon, end = false, alsoOn } = tab
  const item = useRef<HTMLLIElement>(null)
  const { pathname } = useLocation()
  const isCurrent = [{ path: to, end }, alsoOn].some((path) => path && matchPath(path, pathname))
  useEffect(() => {
    const { parentElement: row, offsetLeft } = item.current!
    if (isCurrent) row!.scrollTo({ left: offsetLeft - 64 })
  }, [isCurrent])
  return (
    <li ref={item} className="shrink-0">
      <Link
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        className="flex min-h-12 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-semibold whitespace-nowrap max-sm:justify-center text-ink-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent-ink"
      >
        <Icon aria-hidden className="size-4.5 max-sm:hidden" />
        {label}
        {to === inboxTab.to && userId && <UnreadBadge userId={userId} />}
        {to === adminInboxTab.to && userId && <NewItemsBadge userId={userId} />}
      </Link>
    </li>
  )
}

function UnreadBadge({ userId }: { userId: string }) {
  const { data: count = 0 } = useQuery(unreadConversations(userId))
  return <CountBadge count={count} label="unread" />
}

function NewItemsBadge({ userId }: { userId: string }) {
  const { data: count = 0 } = useQuery(newInboxItems(userId))
  return <CountBadge count={count} label="new" />
}

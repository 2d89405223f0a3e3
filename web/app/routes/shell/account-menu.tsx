import { useQuery } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  Bell as BellIcon,
  CalendarCheck,
  CalendarDays,
  ChartLine,
  Heart,
  House,
  LayoutDashboard,
  LogOut,
  Menu as MenuIcon,
  MessageCircle,
  Plus,
  Star,
  Sun,
  UserRound,
  Wallet,
} from 'lucide-react'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { messageKeys } from '#web/data/message-keys.ts'
import { unreadConversations } from '#web/data/unread-messages.ts'
import { useMode } from '#web/features/account/mode.ts'
import type { Profile } from '#web/features/account/profile.ts'
import type { User } from '#web/features/account/session.tsx'
import { signOut } from '#web/features/account/sign-out.ts'
import { useLiveTable } from '#web/features/notifications/use-live-table.ts'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { IconCount, iconCount } from '#web/ui/count-badge.tsx'
import { iconButtonStyles } from '#web/ui/icon-button.tsx'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const Bell = lazy(() => import('#web/features/notifications/bell.tsx'))

const links: readonly MenuEntry[] = [
  { id: 'dashboard', label: 'Dashboard', icon: LayoutDashboard, href: paths.dashboard() },
  { id: 'list', label: 'List A Space', icon: Plus, href: paths.createListing() },
  { id: 'listings', label: 'My Listings', icon: House, href: paths.myListings() },
  { id: 'bookings', label: 'My Bookings', icon: CalendarCheck, href: paths.myBookings() },
  { id: 'favorites', label: 'Favorites', icon: Heart, href: paths.favorites() },
  { id: 'inbox', label: 'Inbox', icon: MessageCircle, href: paths.messages() },
  { id: 'profile', label: 'Profile', icon: UserRound, href: paths.profile() },
  { id: 'admin', label: 'Admin Dashboard', icon: ChartLine, href: paths.admin() },
]

/**
 * Entries at the top of the menu in host mode. The entry for listings is in the menu of both modes.
 */
const hostLinks: readonly MenuEntry[] = [
  { id: 'today', label: 'Today', icon: Sun, href: paths.hosting() },
  { id: 'calendar', label: 'Calendar', icon: CalendarDays, href: paths.hostingCalendar() },
  { id: 'reviews', label: 'Reviews', icon: Star, href: paths.hostingReviews() },
  { id: 'earnings', label: 'Earnings', icon: Wallet, href: paths.hostingEarnings() },
]

const toHosting = { label: 'Switch to hosting', href: paths.hosting() }
const toGuest = { label: 'Switch to booking', href: paths.myBookings() }

export type AccountMenuProps = {
  user: User
  profile: Profile | null
  /** `takesFocus` focuses the menu button on mount, unless another element has the focus. */
  takesFocus: boolean
  onLeft: () => void
}

export function AccountMenu({ user, profile, takesFocus, onLeft }: AccountMenuProps) {
  const navigate = useNavigate()
  const mode = useMode()
  const menus = useFallbackFocus(takesFocus)
  // Hides the inbox link and the bell while the session is being revoked, because they would send
  // requests.
  const [isLeaving, setLeaving] = useState(false)
  const name = profile?.full_name || user.email
  const leave: MenuEntry = {
    id: 'sign-out',
    label: 'Sign Out',
    icon: LogOut,
    separated: true,
    onAction: () => {
      setLeaving(true)
      onLeft()
      void signOut().then(() => {
        setLeaving(false)
        return navigate(paths.home())
      })
    },
  }
  const isHosting = mode === 'host'
  const other = isHosting ? toGuest : profile?.is_host ? toHosting : null
  const entries = [
    ...(isHosting ? hostLinks : []),
    ...links.filter(({ id }) => id !== 'admin' || profile?.is_admin),
    ...(other ? [{ ...other, id: 'mode', icon: ArrowLeftRight, separated: true }] : []),
    leave,
  ]
  const header = name !== user.email && (
    <p className="truncate px-3 pt-2 pb-1.5 text-sm text-ink-faint">{user.email}</p>
  )

  return (
    <div ref={menus} className="contents">
      {other && (
        <Link
          to={other.href}
          className="inline-flex min-h-11 items-center rounded-control px-3 font-semibold text-ink-soft hover:text-ink max-lg:hidden"
        >
          {other.label}
        </Link>
      )}
      {!isLeaving && (
        <>
          <InboxLink userId={user.id} />
          <Suspense
            fallback={
              <span className={iconButtonStyles}>
                <BellIcon aria-hidden className="size-5" />
              </span>
            }
          >
            <Bell userId={user.id} />
          </Suspense>
        </>
      )}
      <Menu
        label={`Account of ${name}`}
        triggerClassName="inline-flex min-h-11 items-center gap-2.5 rounded-full border border-line bg-surface py-1 pr-4 pl-1 font-semibold transition-colors duration-150 hover:border-control max-md:hidden"
        trigger={
          <>
            {/* Waits for the profile, so that the email does not flash before the name. */}
            {profile ? (
              <>
                <Avatar name={name} src={profile.avatar_url} />
                <span className="max-w-44 truncate">{name}</span>
              </>
            ) : (
              <>
                <Skeleton className="size-9 rounded-full" />
                <Skeleton className="h-4 w-20" />
              </>
            )}
          </>
        }
        header={header}
        navigate={(href) => void navigate(href)}
        entries={entries}
      />
      <Menu
        label="Menu"
        triggerClassName="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken md:hidden"
        trigger={<MenuIcon aria-hidden className="size-6" />}
        header={header}
        navigate={(href) => void navigate(href)}
        entries={entries.filter(({ id }) => id !== 'listings')}
      />
    </div>
  )
}

/** The inbox link in the header. It also keeps the message lists on the page up to date. */
function InboxLink({ userId }: { userId: string }) {
  const { data: unread = 0 } = useQuery(unreadConversations(userId))
  useLiveTable('conversations', { userId, keys: [messageKeys.all(userId)] })

  return (
    <Link
      to={paths.messages()}
      aria-label={unread > 0 ? `Inbox, ${iconCount(unread)} unread` : 'Inbox'}
      className={`${iconButtonStyles} relative text-ink-soft`}
    >
      <MessageCircle aria-hidden className="size-5" />
      <IconCount count={unread} />
    </Link>
  )
}

/** Focuses the visible menu button if a closing dialog cannot restore the focus. */
function useFallbackFocus(isWanted: boolean): RefObject<HTMLDivElement | null> {
  const menus = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWanted) return
    // Waits until the dialog has closed, because an open dialog holds the focus, and a closing
    // dialog restores it.
    const timer = setInterval(() => {
      const active = document.activeElement
      if (active?.closest('[role=dialog]')) return
      clearInterval(timer)
      if (active && active !== document.body) return
      const buttons = [
        ...(menus.current?.querySelectorAll<HTMLElement>('[aria-haspopup=menu]') ?? []),
      ]
      buttons.find((button) => button.checkVisibility())?.focus()
    }, settleMs)
    return () => clearInterval(timer)
  }, [isWanted])
  return menus
}

const settleMs = 100

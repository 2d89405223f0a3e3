import { Bell as BellIcon } from 'lucide-react'
import { type ComponentType, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { notificationKeys, unreadNotifications } from '#web/data/notifications.ts'
import { userKey } from '#web/data/query-client.ts'
import { paths } from '#web/lib/paths.ts'
import { IconCount, iconCount } from '#web/ui/count-badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { iconButtonStyles } from '#web/ui/icon-button.tsx'
import type { NotificationPanelProps } from './notification-panel.tsx'
import { useLiveTable } from './use-live-table.ts'

const loadPanel = async () => (await import('./notification-panel.tsx')).default
const prepare = () => void loadPanel().catch(() => {})

/**
 * The notification bell in the header. It opens a panel, except on phones, where it opens the
 * notifications page.
 */
export default function Bell({ userId }: { userId: string }) {
  const unread = useUnreadCount(userId)
  const button = useRef<HTMLButtonElement>(null)
  const [Panel, setPanel] = useState<ComponentType<NotificationPanelProps>>()
  const [isOpen, setOpen] = useState(false)
  const label = unread > 0 ? `Notifications, ${iconCount(unread)} unread` : 'Notifications'

  async function open() {
    // Focuses the pressed button, because Safari does not. When the panel closes, the focus returns
    // to this button.
    button.current?.focus()
    const panel = await loadPanel().catch(() => undefined)
    if (!panel) return
    setPanel(() => panel)
    setOpen(true)
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
        className={cx(iconButtonStyles, 'relative max-md:hidden')}
      >
        <BellIcon aria-hidden className="size-5" />
        <IconCount count={unread} />
      </button>
      <Link
        to={paths.notifications()}
        aria-label={label}
        className={cx(iconButtonStyles, 'relative md:hidden')}
      >
        <BellIcon aria-hidden className="size-5" />
        <IconCount count={unread} />
      </Link>
      {Panel && (
        <Panel
          userId={userId}
          unread={unread}
          trigger={button}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/**
 * Returns the number of unread notifications. Keeps this number and the cached list of
 * notifications up to date. A new notification also refetches the user's data on the open page,
 * because a booking, a payment or a review has changed. Notifications of messages do not, because
 * messages have their own live updates. The user's data is also refetched when the subscription
 * starts.
 */
function useUnreadCount(userId: string): number {
  const { data = 0 } = useQuery(unreadNotifications(userId))
  const keys = ['unread', 'list'].map((part) => [...notificationKeys.ofUser(userId), part])
  useLiveTable('notifications', {
    userId,
    filter: `user_id=eq.${userId}`,
    keys,
    keysOfNewRow: ({ kind }) => (String(kind).startsWith('message') ? keys : [userKey(userId)]),
    catchUpKey: userKey(userId),
  })
  return data
}

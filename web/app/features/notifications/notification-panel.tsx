import { useInfiniteQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import type { RefObject } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import { ownNotifications } from '#web/data/notifications.ts'
import { useCloseRequests } from '#web/lib/close-requests.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { popoverStyles } from '#web/ui/field-styles.ts'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { NotificationItem, NotificationSkeleton } from './notification-item.tsx'
import { shownNotifications } from './shown-notifications.ts'
import { useMarkAsRead } from './use-mark-as-read.ts'

export type NotificationPanelProps = {
  userId: string
  unread: number
  trigger: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onClose: () => void
}

const shownCount = 6

export default function NotificationPanel(props: NotificationPanelProps) {
  const { userId, unread, trigger, isOpen, onClose } = props
  const { data, error, refetch } = useInfiniteQuery({
    ...ownNotifications(userId),
    enabled: isOpen,
  })
  const markAsRead = useMarkAsRead(userId)
  useCloseRequests(isOpen, onClose)
  const lines = data && shownNotifications(data.pages.flatMap((page) => page.rows))

  return (
    <Popover
      triggerRef={trigger}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      placement="bottom end"
      className={cx(popoverStyles, 'flex w-104 max-w-[calc(100vw-2rem)] flex-col p-0!')}
    >
      <Dialog aria-label="Notifications" className="flex min-h-0 flex-col outline-none">
        <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line px-5">
          <h2 className="text-lg">Notifications</h2>
          {unread > 0 && (
            <Button variant="quiet" size="small" onPress={() => markAsRead(undefined)}>
              Mark all as read
            </Button>
          )}
        </div>
        {error && !lines && (
          <RetryBanner
            className="m-4"
            message={messageOf(error, 'Failed to fetch notifications')}
            onRetry={() => void refetch()}
          />
        )}
        {!lines && !error && (
          <div>
            <output className="sr-only">Loading your notifications</output>
            <NotificationSkeleton />
            <NotificationSkeleton />
            <NotificationSkeleton />
          </div>
        )}
        {lines?.length === 0 && (
          <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
            <BellOff aria-hidden className="size-6 text-ink-faint" />
            <p className="font-semibold">No notifications yet</p>
            <p className="text-sm text-ink-soft">News about your bookings will appear here.</p>
          </div>
        )}
        {lines && lines.length > 0 && (
          <ul className="max-h-[min(28rem,60dvh)] divide-y divide-line overflow-y-auto">
            {lines.slice(0, shownCount).map((line) => (
              <li key={line.ids[0]}>
                <NotificationItem
                  notification={line}
                  onOpen={(ids) => {
                    markAsRead(ids)
                    onClose()
                  }}
                />
              </li>
            ))}
          </ul>
        )}
        <p className="border-t border-line px-5 py-3.5 text-center">
          <TextLink to={paths.notifications()} onClick={onClose}>
            See all notifications
          </TextLink>
        </p>
      </Dialog>
    </Popover>
  )
}

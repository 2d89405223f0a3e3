import { useInfiniteQuery } from '@tanstack/react-query'
import { BellOff, Settings2 } from 'lucide-react'
import { company } from '@hourspace/domain/company.ts'
import { ownNotifications } from '#web/data/notifications.ts'
import { startsQueries } from '#web/data/user-queries.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import {
  NotificationItem,
  NotificationSkeleton,
} from '#web/features/notifications/notification-item.tsx'
import {
  shownNotifications,
  type ShownNotification,
} from '#web/features/notifications/shown-notifications.ts'
import { useMarkAsRead } from '#web/features/notifications/use-mark-as-read.ts'
import { dayName } from '#web/lib/day-name.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { useShowMore } from '#web/lib/use-show-more.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

export const clientLoader = startsQueries((userId, queries) => {
  void queries.prefetchInfiniteQuery(ownNotifications(userId))
})

export const meta = staticMeta({
  title: 'Notifications',
  description: `What happened with your bookings on ${company.name}.`,
  path: paths.notifications(),
  noindex: true,
})

export default function Notifications() {
  const user = useUserOrSignIn()
  const list = useInfiniteQuery(ownNotifications(user?.id))
  const markAsRead = useMarkAsRead(user?.id)
  const lines = list.data && shownNotifications(list.data.pages.flatMap((page) => page.rows))
  const failure = list.error ? messageOf(list.error, 'Failed to fetch notifications') : undefined

  const more = useShowMore(list, ({ id }) => rowId(id))

  return (
    <section className="page min-h-[65dvh] py-8 sm:py-10">
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="text-3xl">Notifications</h1>
          <div className="-mx-3 flex flex-wrap items-center">
            {lines?.some(({ isUnread }) => isUnread) && (
              <Button variant="quiet" size="small" onPress={() => markAsRead(undefined)}>
                Mark all as read
              </Button>
            )}
            <LinkButton to={`${paths.profile()}#notifications`} variant="quiet" size="small">
              <Settings2 aria-hidden className="size-4" />
              Choose what you get
            </LinkButton>
          </div>
        </div>
        {!lines && failure && <RetryBanner message={failure} onRetry={() => void list.refetch()} />}
        {!lines && !failure && (
          <Card flush className="divide-y divide-line lg:ml-52">
            <output className="sr-only">Loading your notifications</output>
            {[0, 1, 2, 3].map((row) => (
              <NotificationSkeleton key={row} />
            ))}
          </Card>
        )}
        {lines?.length === 0 && (
          <EmptyState
            icon={BellOff}
            title="No notifications yet"
            action={<LinkButton to={paths.explore()}>Explore Spaces</LinkButton>}
          >
            News about your bookings, messages and payments will appear here.
          </EmptyState>
        )}
        {lines &&
          byDay(lines).map(([day, ofDay]) => (
            <section
              key={day}
              className="grid grid-cols-1 gap-3 lg:grid-cols-[minmax(0,11.5rem)_minmax(0,1fr)] lg:gap-6"
            >
              <h2 className="text-lg lg:pt-5">{day}</h2>
              <Card flush>
                <ul className="divide-y divide-line">
                  {ofDay.map((line) => (
                    <li key={line.ids[0]} id={rowId(line.ids[0])} tabIndex={-1}>
                      <NotificationItem notification={line} onOpen={markAsRead} />
                    </li>
                  ))}
                </ul>
              </Card>
            </section>
          ))}
        <ShowMore {...more} error={lines ? failure : undefined} />
      </div>
    </section>
  )
}

const rowId = (id: string | undefined) => `notification-${id}`

/** Groups notifications by day in the viewer's time zone. Keeps their order. */
function byDay(
  lines: readonly ShownNotification[],
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): [day: string, lines: ShownNotification[]][] {
  const days = new Map<string, ShownNotification[]>()
  for (const line of lines) {
    const day = dayName(line.createdAt, timeZone)
    days.set(day, [...(days.get(day) ?? []), line])
  }
  return [...days]
}

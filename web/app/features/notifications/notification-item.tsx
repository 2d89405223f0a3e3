import { useState } from 'react'
import { Link } from 'react-router'
import type { Notification } from '#web/data/notifications.ts'
import { agoText } from '#web/lib/ago-text.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { groupOfKind } from './groups.ts'
import type { ShownNotification } from './shown-notifications.ts'

export function NotificationItem(props: {
  notification: ShownNotification
  onOpen: (ids: readonly Notification['id'][]) => void
}) {
  const { ids, kind, path, title, detail, createdAt, isUnread } = props.notification
  const [now] = useState(() => new Date())
  const { icon: Icon } = groupOfKind(kind)
  return (
    <Link
      to={path}
      onClick={() => isUnread && props.onOpen(ids)}
      className="group flex items-start gap-3 px-4 py-3.5 -outline-offset-2 hover:bg-sunken sm:px-5"
    >
      <span
        className={cx(
          'inline-flex size-10 shrink-0 items-center justify-center rounded-full',
          isUnread
            ? 'bg-accent-soft text-accent-ink'
            : 'bg-sunken text-ink-soft group-hover:bg-surface',
        )}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="flex min-w-0 grow flex-col gap-0.5">
        <span className={cx('text-pretty', isUnread && 'font-semibold')}>
          {isUnread && <span className="sr-only">Unread: </span>}
          {title}
        </span>
        {detail && <span className="text-sm text-pretty text-ink-soft">{detail}</span>}
        <time dateTime={createdAt.toISOString()} className="text-sm text-ink-faint">
          {agoText(createdAt, now)}
        </time>
      </span>
      <span
        aria-hidden
        className={cx('mt-2 size-2.5 shrink-0 rounded-full', isUnread && 'bg-accent')}
      />
    </Link>
  )
}

export function NotificationSkeleton() {
  return (
    <div className="flex items-start gap-3 px-4 py-3.5 sm:px-5">
      <Skeleton className="size-10 rounded-full" />
      <div className="flex grow flex-col gap-2 py-1">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-3.5 w-4/5" />
      </div>
    </div>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { Link, Outlet, useNavigate, useParams, useSearchParams } from 'react-router'
import { type InboxItem, inboxItems, type InboxState, inboxStates } from '#web/data/admin-inbox.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { useShowMore } from '#web/lib/use-show-more.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { stateNames, topicOf } from './item-texts.ts'

export const meta = staticMeta({
  title: 'Messages to us',
  description: 'Contact messages and job applications.',
  path: paths.adminInbox(),
  noindex: true,
})

const dates = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

const emptyTexts: Record<InboxState, { title: string; text: string }> = {
  new: {
    title: 'All answered',
    text: 'New messages of the contact form and new job applications appear here.',
  },
  answered: { title: 'No answers yet', text: 'Messages stay here after you have answered them.' },
  closed: { title: 'Nothing closed', text: 'Close a message that needs no answer.' },
}

/**
 * Admin inbox with the list of messages on the left and the open message on the right. Narrow
 * screens show only one of them.
 */
export default function AdminInbox() {
  const admin = useRequiredAdmin()
  const navigate = useNavigate()
  const { id } = useParams()
  const [params] = useSearchParams()
  const state = inboxStates.find((known) => known === params.get('state')) ?? 'new'
  const list = useInfiniteQuery(inboxItems(admin?.id, state))
  const items = list.data?.pages.flatMap((page) => page.rows)
  const isEmpty = items?.length === 0 && !id

  const more = useShowMore(list, ({ id }) => `item-${id}`)

  return (
    <div className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <h1 className={cx('text-3xl', id && 'max-lg:sr-only')}>Inbox</h1>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[23rem_minmax(0,1fr)]">
        <section
          aria-label="Messages"
          className={cx(
            'flex min-w-0 flex-col gap-4',
            id && 'max-lg:hidden',
            isEmpty && 'lg:col-span-2',
          )}
        >
          <FilterChips
            label="Show messages"
            name="state"
            options={inboxStates.map((known) => ({ id: known, label: stateNames[known].text }))}
            value={state}
            onChange={(chosen) =>
              void navigate(paths.adminInbox(chosen && chosen !== 'new' ? { state: chosen } : {}))
            }
            required
          />
          {!items && <QueryError query={list} fallback="Failed to fetch messages" />}
          {!items && !list.error && <Waiting />}
          {items?.length === 0 && (
            <EmptyState icon={Inbox} title={emptyTexts[state].title}>
              {emptyTexts[state].text}
            </EmptyState>
          )}
          {items && items.length > 0 && <List items={items} state={state} openId={id} />}
          <ShowMore
            list="messages"
            {...more}
            error={
              items && list.error ? messageOf(list.error, 'Failed to fetch messages') : undefined
            }
          />
        </section>
        <div className={cx('min-w-0', !id && 'max-lg:hidden', isEmpty && 'hidden')}>
          <Outlet />
        </div>
      </div>
    </div>
  )
}

function List(props: {
  items: readonly InboxItem[]
  state: InboxState
  openId: string | undefined
}) {
  const { items, state, openId } = props
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={item.id}>
            <Link
              id={`item-${item.id}`}
              to={paths.adminInboxItem(item.id, state === 'new' ? {} : { state })}
              preventScrollReset
              aria-current={item.id === openId ? 'page' : undefined}
              className="flex flex-col gap-0.5 p-4 transition-colors duration-150 hover:bg-sunken aria-[current=page]:bg-accent-soft focus-visible:-outline-offset-2"
            >
              <span className="flex items-baseline justify-between gap-2">
                <span className="truncate font-semibold">{item.name}</span>
                <time dateTime={item.created_at} className="shrink-0 text-sm text-ink-soft">
                  {dates.format(new Date(item.created_at))}
                </time>
              </span>
              <span className="truncate text-sm font-medium">{topicOf(item)}</span>
              <span className="truncate text-sm text-ink-soft">{item.body}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Waiting() {
  return (
    <>
      <output className="sr-only">Loading messages</output>
      <Skeleton className="h-84 rounded-card" />
    </>
  )
}

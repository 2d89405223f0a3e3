import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Outlet, useParams } from 'react-router'
import { inbox } from '#web/data/messages.ts'
import { startsQueries } from '#web/data/user-queries.ts'
import { useMode } from '#web/features/account/mode.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { loadNextPage } from '#web/lib/use-show-more.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ConversationList } from './conversation-list.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

export const clientLoader = startsQueries((userId, queries) => {
  void queries.prefetchInfiniteQuery(inbox(userId))
})

/** Skips the loaders, because their data does not depend on the URL. */
export const shouldRevalidate = () => false

export const meta = staticMeta({
  title: 'Inbox',
  description: 'Your conversations with hosts and guests.',
  path: paths.messages(),
  noindex: true,
})

/**
 * The inbox with the conversations on the left and the open conversation on the right. Narrow
 * screens show only one of them.
 */
export default function Messages() {
  const user = useUserOrSignIn({ message: 'Sign in to read and answer your messages.' })
  const { id } = useParams()
  const isHost = useMode() === 'host'
  const list = useInfiniteQuery(inbox(user?.id))
  const conversations = list.data?.pages.flat()
  const isEmpty = conversations?.length === 0 && !id

  return (
    <div className={cx('page', id ? 'max-lg:px-0 lg:py-10' : 'py-8 sm:py-10')}>
      <div
        className={cx(
          'grid grid-cols-1 gap-6',
          id &&
            'max-lg:gap-0 lg:h-[calc(100dvh-14.5rem)] lg:min-h-130 lg:grid-cols-[23rem_minmax(0,1fr)]',
        )}
      >
        <section
          aria-labelledby="inbox"
          className={cx('flex min-h-0 flex-col gap-4', id && 'max-lg:*:not-first:hidden')}
        >
          <h1 id="inbox" className={cx('text-3xl', id && 'max-lg:sr-only')}>
            Inbox
          </h1>
          {list.error && !conversations && (
            <RetryBanner
              message={messageOf(list.error, 'Failed to fetch your conversations')}
              onRetry={() => void list.refetch()}
            />
          )}
          {!conversations && !list.error && <Waiting />}
          {isEmpty && (
            <EmptyState
              icon={MessageCircle}
              title="No conversations yet"
              action={
                isHost ? (
                  <LinkButton to={paths.myListings()}>Your listings</LinkButton>
                ) : (
                  <LinkButton to={paths.explore()}>Explore Spaces</LinkButton>
                )
              }
            >
              {isHost
                ? 'Guests’ questions about your spaces appear here. A quick answer wins bookings.'
                : 'Ask a host about a space before you book. Questions and answers appear here.'}
            </EmptyState>
          )}
          {conversations && conversations.length > 0 && (
            <div className="flex min-h-0 flex-col gap-4 lg:overflow-y-auto">
              <ConversationList conversations={conversations} openId={id} />
              <ShowMore
                list="conversations"
                hasMore={list.hasNextPage}
                isPending={list.isFetchingNextPage}
                onPress={() => void loadNextPage(list)}
              />
            </div>
          )}
        </section>
        {id && (
          <div className="min-h-0 min-w-0">
            <Outlet />
          </div>
        )}
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <>
      <output className="sr-only">Loading your conversations</output>
      <Skeleton className="h-20 rounded-card" />
      <Skeleton className="h-20 rounded-card" />
      <Skeleton className="h-20 rounded-card" />
    </>
  )
}

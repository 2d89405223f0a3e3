import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Star } from 'lucide-react'
import type { Route } from './+types/route'
import { company } from '@hourspace/domain/company.ts'
import { userKey } from '#web/data/query-client.ts'
import { receivedReviews, reviewedSpaces } from '#web/data/reviews.ts'
import { startsQueries } from '#web/data/user-queries.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import { ReviewText } from '#web/features/booking/received-review.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { isUuid } from '#web/lib/is-uuid.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { useShowMore } from '#web/lib/use-show-more.ts'
import { useUrlFilters } from '#web/lib/use-url-filters.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Answer } from './answer.tsx'
import { SpaceList } from './space-list.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

export const clientLoader = startsQueries((userId, queries, { request }) => {
  void queries.prefetchInfiniteQuery(
    receivedReviews(userId, shownReviews(new URL(request.url).searchParams)),
  )
  void queries.prefetchQuery(reviewedSpaces(userId))
})

/** Skips the loader, because its data does not depend on the filter in the URL. */
export const shouldRevalidate = () => false

export const meta = staticMeta({
  title: 'Reviews',
  description: `What guests say about your spaces on ${company.name}.`,
  path: paths.hostingReviews(),
  noindex: true,
})

const toAnswer = 'to-answer'

const chips = [
  { id: 'all', label: 'All' },
  { id: toAnswer, label: 'To answer' },
]

function shownReviews(params: URLSearchParams) {
  const space = params.get('space')
  return {
    space: space && isUuid(space) ? space : null,
    isUnanswered: params.get('show') === toAnswer,
  }
}

export default function HostingReviews(_props: Route.ComponentProps) {
  const user = useUserOrSignIn({ keepsInput: true })
  const queryClient = useQueryClient()
  const focus = useFocusWhenRendered()
  const { params, change } = useUrlFilters()
  const shown = shownReviews(params)
  const spaces = useQuery(reviewedSpaces(user?.id))
  const list = useInfiniteQuery({
    ...receivedReviews(user?.id, shown),
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap((page) => page.rows)
  // Shows a placeholder while a filter loads, unless reviews of the previous filter are shown.
  const isWaiting = !rows || (rows.length === 0 && list.isPlaceholderData)
  const more = useShowMore(list, ({ id }) => rowId(id))
  const hasNone = spaces.data?.all.count === 0

  /** Moves the focus, because the answered review may disappear with its form. */
  async function refresh(index: number) {
    const next = shown.isUnanswered ? (rows?.[index + 1] ?? rows?.[index - 1]) : rows?.[index]
    await queryClient.invalidateQueries({ queryKey: userKey(user?.id) })
    focus(next ? rowId(next.id) : headingId)
  }

  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <h1 id={headingId} tabIndex={-1} className="text-3xl outline-offset-4">
        Reviews
      </h1>
      <QueryError query={spaces} fallback="Failed to fetch your listings" />
      {!spaces.data && !spaces.error && <Waiting />}
      {hasNone && (
        <EmptyState
          icon={Star}
          title="No reviews yet"
          action={
            spaces.data?.spaces.length === 0 ? (
              <LinkButton to={paths.createListing()}>Create Listing</LinkButton>
            ) : (
              <LinkButton to={paths.hosting()}>Go to Today</LinkButton>
            )
          }
        >
          Guests can review a space for 14 days after their booking. A review appears here once you
          have reviewed the guest too, or after the 14 days.
        </EmptyState>
      )}
      {spaces.data && !hasNone && (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
          <SpaceList {...spaces.data} shown={shown.space} />
          <div className="flex min-w-0 flex-col gap-5">
            <FilterChips
              label="Show reviews"
              name="show"
              options={chips}
              value={shown.isUnanswered ? toAnswer : 'all'}
              onChange={(id) => change('show', id === toAnswer ? id : null)}
              required
            />
            {isWaiting && !list.error && <Waiting />}
            {!isWaiting && rows.length === 0 && (
              <EmptyState
                icon={CircleCheck}
                title={shown.isUnanswered ? 'No reviews to answer' : 'No reviews of this space'}
                action={
                  <LinkButton to={paths.hostingReviews()} variant="secondary">
                    Show all reviews
                  </LinkButton>
                }
              />
            )}
            {rows && rows.length > 0 && (
              <ul aria-label="Reviews" className="flex flex-col gap-5">
                {rows.map((review, index) => (
                  <li
                    key={review.id}
                    id={rowId(review.id)}
                    tabIndex={-1}
                    className="rounded-card outline-offset-4"
                  >
                    <ReviewText
                      title={review.author_name}
                      note={review.space.title}
                      review={review}
                      timeZone={review.space.time_zone}
                    >
                      <Answer review={review} onSaved={() => refresh(index)} />
                    </ReviewText>
                  </li>
                ))}
              </ul>
            )}
            <ShowMore
              {...more}
              error={list.error ? messageOf(list.error, 'Failed to fetch the reviews') : undefined}
            />
          </div>
        </div>
      )}
    </section>
  )
}

const headingId = 'reviews-heading'

const rowId = (reviewId: string) => `review-${reviewId}`

function Waiting() {
  return (
    <div className="flex flex-col gap-5">
      <output className="sr-only">Loading your reviews</output>
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </div>
  )
}

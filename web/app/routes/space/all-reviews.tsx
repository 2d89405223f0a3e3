import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import { type ReviewOrder, reviewOrders, spaceReviewPage } from '#web/data/reviews.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { ReportReview } from '#web/features/sharing/report-review.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { Modal } from '#web/ui/modal.tsx'
import { PlainSelect } from '#web/ui/plain-field.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ReviewBody } from './space-reviews.tsx'

const orderOptions = Object.entries(reviewOrders).map(([id, label]) => ({ id, label }))

export default function AllReviews(props: { space: SpaceDetails; onClose: () => void }) {
  const { space, onClose } = props
  const [order, setOrder] = useState<ReviewOrder>('newest')
  const list = useInfiniteQuery({
    queryKey: ['reviews', space.id, order],
    queryFn: async ({ pageParam }) =>
      spaceReviewPage(await browserClient(), space.id, order, pageParam),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) =>
      pages.flat().length < space.reviewCount ? pages.length : undefined,
    placeholderData: keepPreviousData,
  })
  const reviews = list.data?.pages.flat()
  return (
    <Modal title={`Reviews of ${space.title}`} isOpen onClose={onClose} size="large">
      <div className="flex flex-col gap-5">
        <PlainSelect
          label="Order"
          name="order"
          value={order}
          options={orderOptions}
          onValue={(value) => setOrder(value as ReviewOrder)}
          className="sm:w-56"
        />
        {!reviews && !list.error && (
          <>
            <output className="sr-only">Loading the reviews</output>
            <Skeleton className="h-64" />
          </>
        )}
        <ul aria-label="Reviews" className="flex flex-col divide-y divide-line">
          {reviews?.map((review) => (
            <li key={review.id} className="flex flex-col gap-1.5 py-4 first:pt-0">
              <ReviewBody review={review} timeZone={space.time_zone} />
              <ReportReview review={review} />
            </li>
          ))}
        </ul>
        <ShowMore
          hasMore={list.hasNextPage}
          isPending={list.isFetchingNextPage}
          onPress={() => void list.fetchNextPage()}
          onRetry={() => void list.refetch()}
          error={list.error ? messageOf(list.error, 'The reviews could not be loaded') : undefined}
        />
      </div>
    </Modal>
  )
}

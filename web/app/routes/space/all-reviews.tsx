import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import {
  reportReview,
  type ReviewOrder,
  reviewOrders,
  type ReviewReportReason,
  reviewReportReasons,
  spaceReviewPage,
} from '#web/data/reviews.ts'
import type { Review, SpaceDetails } from '#web/data/space-details.ts'
import { useSession } from '#web/features/account/session.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
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
              <Report review={review} />
            </li>
          ))}
        </ul>
        <ShowMore
          hasMore={list.hasNextPage}
          isPending={list.isFetchingNextPage}
          onPress={() => void list.fetchNextPage()}
          error={list.error ? messageOf(list.error, 'The reviews could not be loaded') : undefined}
        />
      </div>
    </Modal>
  )
}

const reasonOptions = Object.entries(reviewReportReasons).map(([id, label]) => ({ id, label }))

function Report({ review }: { review: Review }) {
  const { user } = useSession()
  const [reason, setReason] = useState<ReviewReportReason | null>(null)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: reportReview,
  })
  if (!user) return null
  if (isSuccess)
    return <output className="text-sm text-ink-soft">Thank you. We are looking into it.</output>
  if (reason === null)
    return (
      <Button
        variant="quiet"
        size="small"
        className="self-start"
        aria-label={`Report the review by ${review.author_name}`}
        onPress={() => setReason('offensive')}
      >
        <Flag aria-hidden className="size-4" />
        Report
      </Button>
    )
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate({ review_id: review.id, reason })
      }}
    >
      <PlainSelect
        label="What is wrong with it?"
        name={`reason-${review.id}`}
        value={reason}
        options={reasonOptions}
        onValue={(value) => setReason(value as ReviewReportReason)}
        className="min-w-56"
      />
      <Button type="submit" size="small" isPending={isPending} pendingText="Sending...">
        Send report
      </Button>
      <Button variant="secondary" size="small" onPress={() => setReason(null)}>
        Cancel
      </Button>
      <AlertText>{error && messageOf(error, 'The report could not be sent')}</AlertText>
    </form>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminKeys } from '#web/data/admin-bookings.ts'
import {
  decideReview,
  type ReportedReview,
  reportedReviews,
  reviewReportReasons,
} from '#web/data/review-reports.ts'
import { focusAfterDecision } from '#web/features/administration/focus-after-decision.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PlainInput } from '#web/ui/plain-field.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** The reported reviews that wait for a decision. */
export function ReportedReviews({ adminId }: { adminId: string }) {
  const list = useQuery(reportedReviews(adminId))
  const queryClient = useQueryClient()
  const reviews = list.data ?? []
  if (reviews.length === 0 && !list.error) return null

  async function refresh() {
    // Reloads the statistics, because their average rating does not count hidden reviews.
    void queryClient.invalidateQueries({ queryKey: adminKeys.statistics(adminId) })
    const { data } = await list.refetch()
    focusAfterDecision('reported-reviews', data?.length ?? 0)
  }

  return (
    <section aria-labelledby="reported-reviews" className="flex flex-col gap-4">
      <h2 id="reported-reviews" tabIndex={-1} className="text-2xl outline-none">
        Reported reviews
      </h2>
      <QueryError query={list} fallback="Failed to fetch reported reviews" />
      {reviews.length > 0 && (
        <Card flush>
          <ul className="divide-y divide-line">
            {reviews.map((review) => (
              <li key={review.review_id} className="px-4 py-5 sm:px-5">
                <Decision review={review} onDecided={() => void refresh()} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

function Decision(props: { review: ReportedReview; onDecided: () => void }) {
  const { review, onDecided } = props
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (isHidden: boolean) => decideReview(review.review_id, isHidden, reason.trim()),
    onSuccess: (_data, isHidden) => {
      showToast({
        title: isHidden ? 'Review hidden' : 'Review kept',
        tone: 'success',
        ...(isHidden && {
          action: {
            label: 'Undo',
            onPress: () => void restoreReview(review.review_id).then(onDecided),
          },
        }),
      })
      onDecided()
    },
  })
  function decide(isHidden: boolean) {
    setChecked(true)
    if (reason.trim() && !isPending) mutate(isHidden)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink to={paths.adminListings({ q: review.space_id })}>{review.space_title}</TextLink>
        <Rating value={review.rating} />
        <span className="text-sm text-ink-soft">
          {reviewReportReasons[review.reason]}
          {review.reports > 1 && `, ${review.reports} reports`}
        </span>
      </div>
      {review.comment && (
        <blockquote className="max-w-prose border-l-2 border-line pl-3 whitespace-pre-line text-ink-soft wrap-anywhere">
          {review.comment}
        </blockquote>
      )}
      {review.details && (
        <p className="max-w-prose whitespace-pre-line text-ink-soft wrap-anywhere">
          <span className="font-semibold">Reported:</span> {review.details}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <PlainInput
          label="Reason, for the log and the author"
          name={`reason-${review.review_id}`}
          value={reason}
          onValue={setReason}
          maxLength={2000}
          error={isChecked && !reason.trim() ? 'Please give a reason' : undefined}
          className="grow basis-64"
        />
        <Button size="small" isPending={isPending} onPress={() => decide(true)}>
          Hide review
        </Button>
        <Button
          size="small"
          variant="secondary"
          isDisabled={isPending}
          onPress={() => decide(false)}
        >
          Keep review
        </Button>
      </div>
      <AlertText>{error && messageOf(error, 'The decision could not be saved')}</AlertText>
    </div>
  )
}

/**
 * Restores a hidden review and shows the outcome as a toast, because a decided review is no longer
 * in the list.
 */
export async function restoreReview(reviewId: string): Promise<void> {
  try {
    await decideReview(reviewId, false, 'Undo of the last decision')
    showToast({ title: 'Review kept', tone: 'success' })
  } catch (error) {
    showToast({ title: messageOf(error, 'The review could not be restored'), tone: 'error' })
  }
}

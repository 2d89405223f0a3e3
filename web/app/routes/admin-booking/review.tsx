import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { refreshAfterDecision } from '#web/data/admin-bookings.ts'
import {
  bookingReview,
  type DecidableReview,
  decideReview,
  reportedReviews,
} from '#web/data/review-reports.ts'
import { ReviewPhotos } from '#web/features/booking/received-review.tsx'
import { RecordSection } from '#web/features/administration/record-page.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { PlainInput } from '#web/ui/plain-field.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** The guest's review, which an admin can hide and show. Renders nothing without a review. */
export function Review({ adminId, bookingId }: { adminId: string; bookingId: string }) {
  const query = useQuery(bookingReview(adminId, bookingId))
  if (!query.data && !query.error) return null
  return (
    <RecordSection title="Review by the guest">
      <QueryError query={query} fallback="Failed to fetch the review" />
      {query.data && <Decision review={query.data} adminId={adminId} />}
    </RecordSection>
  )
}

function Decision({ review, adminId }: { review: DecidableReview; adminId: string }) {
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isHidden = review.hidden_at !== null
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => decideReview(review.id, !isHidden, reason.trim()),
    onSuccess: () => {
      setReason('')
      setChecked(false)
      showToast({
        title: isHidden ? 'The review is shown again' : 'Review hidden',
        tone: 'success',
      })
      void queryClient.invalidateQueries({ queryKey: reportedReviews(adminId).queryKey })
      return refreshAfterDecision(queryClient, adminId)
    },
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (reason.trim() && !isPending) mutate()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-3">
        <Rating value={review.rating} />
        {isHidden && <Badge tone="danger">Hidden</Badge>}
      </p>
      {review.comment && (
        <blockquote className="max-w-prose border-l-2 border-line pl-3 whitespace-pre-line text-ink-soft wrap-anywhere">
          {review.comment}
        </blockquote>
      )}
      <ReviewPhotos urls={review.photos} />
      {review.answer && (
        <p className="max-w-prose border-l-2 border-line pl-3 text-sm whitespace-pre-line text-ink-soft wrap-anywhere">
          <b className="block text-ink">The host’s answer</b>
          {review.answer}
        </p>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <PlainInput
          label={isHidden ? 'Reason, for the log' : 'Reason, for the log and the author'}
          name="review-reason"
          value={reason}
          onValue={setReason}
          maxLength={2000}
          error={isChecked && !reason.trim() ? 'Please give a reason' : undefined}
          className="grow basis-64"
        />
        <Button type="submit" size="small" variant="secondary" isPending={isPending}>
          {isHidden ? 'Show review' : 'Hide review'}
        </Button>
      </div>
      <AlertText>{error && messageOf(error, 'The decision could not be saved')}</AlertText>
    </form>
  )
}

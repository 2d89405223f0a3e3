import type { WrittenReview } from '#web/data/reviews.ts'
import { Banner } from '#web/ui/banner.tsx'

/** What the author of a review sees below it: the host's answer, and that the review is hidden. */
export function OwnReviewNotes({ review, host }: { review: WrittenReview; host: string }) {
  return (
    <>
      {review.answer && (
        <div className="border-t border-line pt-4">
          <p className="text-sm text-ink-soft">{host} answered</p>
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{review.answer}</p>
        </div>
      )}
      {review.hidden_at && (
        <Banner tone="caution" title="This review is hidden">
          Our team hid it after a report, so other people can’t read it. Contact us if you disagree.
        </Banner>
      )}
    </>
  )
}

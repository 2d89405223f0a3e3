import type { WrittenReview } from '#web/data/reviews.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** Notes that the author of a review sees below it: the host's answer, and whether it is hidden. */
export function OwnReviewNotes(props: { review: WrittenReview; host: string; bookingId: string }) {
  const { review, host, bookingId } = props
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
          Our team hid it after a report, so other people can’t read it.{' '}
          <TextLink to={paths.contact({ subject: 'support', booking: bookingId })}>
            Contact us
          </TextLink>{' '}
          if you disagree.
        </Banner>
      )}
    </>
  )
}

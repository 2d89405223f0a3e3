import { Star } from 'lucide-react'
import { useId } from 'react'
import type { DueReview } from '#web/data/reviews.ts'
import { paths } from '#web/lib/paths.ts'
import { dateOf, formatDate } from '#web/lib/times.ts'
import { Card } from '#web/ui/card.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { FirstRows } from './first-rows.tsx'

/**
 * Bookings that the user can still review. Renders nothing if there are none. The page runs the
 * query, because a failed query in this component would run again on each mount. The page hides
 * this component while the query loads.
 */
export function DueReviews(props: {
  reviews: readonly DueReview[] | undefined
  side: DueReview['role']
}) {
  const { reviews, side } = props
  const headingId = useId()
  const due = reviews?.filter(({ role }) => role === side) ?? []
  if (due.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <Card className="flex flex-col gap-3">
        <h2 id={headingId} className="text-xl">
          {side === 'guest' ? 'Review due' : 'Reviews to write'}{' '}
          <span className="ml-1 font-sans text-base font-semibold text-ink-faint tabular-nums">
            {due.length}
          </span>
        </h2>
        <FirstRows rows={due} name="reviews to write" rowClassName="items-center gap-y-2">
          {(review) => {
            const guest = review.guest_name ?? 'your guest'
            const subject = side === 'guest' ? review.space_title : guest
            return (
              <>
                <Star aria-hidden className="size-6 shrink-0 fill-lamp text-lamp" />
                <div className="min-w-0 grow basis-56">
                  <p className="font-semibold wrap-anywhere">How was {subject}?</p>
                  <p className="text-sm text-ink-soft wrap-anywhere">
                    {side === 'host' && `${review.space_title}, `}
                    {dayIn(review.end_time, review.time_zone)}&nbsp;·{' '}
                    <span className="inline-block">
                      review by {dayIn(review.closes_at, review.time_zone)}
                    </span>
                  </p>
                </div>
                <LinkButton
                  to={paths.review(review.booking_id)}
                  size="small"
                  variant="secondary"
                  className="min-[22.5rem]:max-sm:ml-10"
                >
                  Write a review<span className="sr-only"> of {subject}</span>
                </LinkButton>
              </>
            )
          }}
        </FirstRows>
      </Card>
    </section>
  )
}

const dayIn = (at: string, timeZone: string) => formatDate(dateOf(new Date(at), timeZone))

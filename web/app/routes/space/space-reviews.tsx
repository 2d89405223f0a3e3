import type { Review, SpaceDetails } from '#web/data/space-details.ts'
import { formatMonth } from '#web/lib/times.ts'
import { Rating } from '#web/ui/rating.tsx'
import { Section } from './space-facts.tsx'

type SpaceReviewsProps = {
  space: SpaceDetails
  /** The newest reviews. */
  reviews: readonly Review[]
  /** Number of reviews with 1, 2, 3, 4 and 5 stars. */
  ratings: readonly number[]
}

export function SpaceReviews({ space, reviews, ratings }: SpaceReviewsProps) {
  return (
    <Section id="reviews" title="Reviews">
      {reviews.length === 0 ? (
        <p className="text-ink-soft">No reviews yet.</p>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-x-10 gap-y-4">
            <p className="flex items-center gap-3 text-ink-soft">
              <span className="font-display text-3xl font-semibold text-ink">
                {space.rating.toFixed(1)}
              </span>
              <Rating value={space.rating} />
              {space.reviewCount} {space.reviewCount === 1 ? 'review' : 'reviews'}
            </p>
            <Distribution ratings={ratings} />
          </div>
          <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
            {reviews.map((review) => (
              <li key={review.id} className="flex flex-col gap-1.5 border-t border-line pt-4">
                <div className="flex items-center justify-between gap-3">
                  <Rating value={review.rating} />
                  <time dateTime={review.created_at} className="text-sm text-ink-faint">
                    {formatMonth(new Date(review.created_at), space.time_zone)}
                  </time>
                </div>
                <p className="font-semibold">{review.author_name}</p>
                {review.comment && <p className="text-ink-soft">{review.comment}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

function Distribution({ ratings }: { ratings: readonly number[] }) {
  const total = ratings.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  return (
    <ul
      aria-label="Reviews by stars"
      className="flex min-w-56 grow flex-col gap-1 text-sm sm:max-w-xs"
    >
      {[5, 4, 3, 2, 1].map((stars) => {
        const count = ratings[stars - 1] ?? 0
        return (
          <li key={stars} className="flex items-center gap-3 tabular-nums">
            <span className="w-12 shrink-0 text-ink-soft">
              {stars} {stars === 1 ? 'star' : 'stars'}
            </span>
            <span aria-hidden className="h-2 grow overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-lamp"
                style={{ width: `${(100 * count) / total}%` }}
              />
            </span>
            <span className="w-6 text-right text-ink-faint">{count}</span>
          </li>
        )
      })}
    </ul>
  )
}

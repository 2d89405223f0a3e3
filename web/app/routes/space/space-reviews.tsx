import type { Review, SpaceDetails } from '#web/data/space-details.ts'
import { formatMonth } from '#web/lib/times.ts'
import { Rating } from '#web/ui/rating.tsx'

/** The latest words of guests who were there. */
export function SpaceReviews({ space, reviews }: { space: SpaceDetails; reviews: Review[] }) {
  return (
    <section id="reviews" aria-labelledby="reviews-heading" className="flex flex-col gap-5">
      <h2 id="reviews-heading" className="text-2xl">
        Reviews
      </h2>
      {reviews.length === 0 ? (
        <p className="text-ink-soft">No reviews yet.</p>
      ) : (
        <>
          <p className="flex items-center gap-3 text-ink-soft">
            <span className="font-display text-3xl font-semibold text-ink">
              {space.rating.toFixed(1)}
            </span>
            <Rating value={space.rating} />
            {space.reviewCount} {space.reviewCount === 1 ? 'review' : 'reviews'}
          </p>
          <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
            {reviews.map((review) => (
              <li key={review.id} className="flex flex-col gap-1.5 border-t border-line pt-4">
                <div className="flex items-center justify-between gap-3">
                  <Rating value={review.rating} />
                  <time dateTime={review.created_at} className="text-sm text-ink-faint">
                    {formatMonth(new Date(review.created_at), space.time_zone)}
                  </time>
                </div>
                {review.comment && <p className="text-ink-soft">{review.comment}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

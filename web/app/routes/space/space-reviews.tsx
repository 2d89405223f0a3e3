import { Suspense, useState } from 'react'
import type { AspectRatings, Review, SpaceDetails } from '#web/data/space-details.ts'
import { lazy } from '#web/lib/lazy.ts'
import { formatMonth } from '#web/lib/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { Section } from './space-facts.tsx'

const AllReviews = lazy(() => import('./all-reviews.tsx'))

type SpaceReviewsProps = {
  space: SpaceDetails
  reviews: readonly Review[]
  /** `ratings` are the numbers of reviews with 1, 2, 3, 4 and 5 stars. */
  ratings: readonly number[]
  aspects: AspectRatings | null
}

export function SpaceReviews({ space, reviews, ratings, aspects }: SpaceReviewsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section id="reviews" title="Reviews">
      {reviews.length === 0 ? (
        <p className="text-ink-soft">No reviews yet.</p>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-x-10 gap-y-4">
            <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
              <span className="font-display text-3xl font-semibold text-ink">
                {space.rating.toFixed(1)}
              </span>
              <Rating value={space.rating} />
              {space.reviewCount} {space.reviewCount === 1 ? 'review' : 'reviews'}
            </p>
            <Distribution ratings={ratings} />
          </div>
          {aspects && <Aspects aspects={aspects} />}
          <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
            {reviews.map((review) => (
              <li key={review.id} className="flex flex-col gap-1.5 border-t border-line pt-4">
                <ReviewBody review={review} timeZone={space.time_zone} />
              </li>
            ))}
          </ul>
          <div>
            <Button variant="secondary" size="small" onPress={() => setOpen(true)}>
              {space.reviewCount === 1
                ? 'Show the review'
                : `Show all ${space.reviewCount} reviews`}
            </Button>
          </div>
          {isOpen && (
            <Suspense>
              <AllReviews space={space} onClose={() => setOpen(false)} />
            </Suspense>
          )}
        </>
      )}
    </Section>
  )
}

export function ReviewBody({ review, timeZone }: { review: Review; timeZone: string }) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Rating value={review.rating} />
        <time dateTime={review.created_at} className="text-sm text-ink-faint">
          {formatMonth(new Date(review.created_at), timeZone)}
        </time>
      </div>
      <p className="font-semibold">{review.author_name}</p>
      {review.comment && (
        <p className="whitespace-pre-line text-ink-soft wrap-anywhere">{review.comment}</p>
      )}
      {review.photos.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {review.photos.map((url, index) => (
            <a key={url} href={url} target="_blank" rel="noreferrer">
              <img
                src={url}
                alt={`${index + 1} of ${review.photos.length}, by ${review.author_name}`}
                width={72}
                height={72}
                loading="lazy"
                className="size-18 rounded-small object-cover"
              />
            </a>
          ))}
        </div>
      )}
      {review.answer && (
        <p className="border-l-2 border-line pl-3 text-sm whitespace-pre-line text-ink-soft wrap-anywhere">
          <b className="block text-ink">The host</b>
          {review.answer}
        </p>
      )}
    </>
  )
}

const aspectNames = [
  ['accuracy', 'As described'],
  ['cleanliness', 'Cleanliness'],
  ['access', 'Getting in'],
  ['value', 'Value for money'],
] as const

function Aspects({ aspects }: { aspects: AspectRatings }) {
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-2 text-sm sm:grid-cols-4">
      {aspectNames.map(([aspect, name]) => {
        const mean = aspects[aspect]
        return (
          mean !== null && (
            <div key={aspect} className="flex flex-col-reverse">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="text-lg font-semibold tabular-nums">{Number(mean).toFixed(1)}</dd>
            </div>
          )
        )
      })}
    </dl>
  )
}

function Distribution({ ratings }: { ratings: readonly number[] }) {
  const total = ratings.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  return (
    <ul
      aria-label="Reviews by stars"
      className="flex min-w-[min(14rem,100%)] grow flex-col gap-1 text-sm"
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

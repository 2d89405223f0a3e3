import { CalendarX2, MapPin, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { cancellationPolicies } from '@hourspace/domain/cancellation.ts'
import { company } from '@hourspace/domain/company.ts'
import type { Person, Review, SpaceDetails } from '#web/data/space-details.ts'
import { availabilityOf } from '#web/data/space-state.ts'
import { formatMonth } from '#web/lib/times.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Price } from '#web/ui/price.tsx'
import { Rating } from '#web/ui/rating.tsx'

export function SpaceHeading({ space }: { space: SpaceDetails }) {
  const { label, tone } = availabilityOf(space)
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="flex min-w-0 flex-col gap-3">
        <div>
          <Badge tone={tone} dot>
            {label}
          </Badge>
        </div>
        <h1 className="text-3xl">{space.title}</h1>
        <ul className="flex flex-wrap items-center gap-x-5 gap-y-1.5 text-ink-soft">
          <li className="flex items-center gap-2">
            <MapPin aria-hidden className="size-4.5 text-accent-ink" />
            {space.location}, {space.country}
          </li>
          <li className="flex items-center gap-2">
            <Users aria-hidden className="size-4.5 text-accent-ink" />
            {space.capacity.toLocaleString('en-US')} {space.capacity === 1 ? 'person' : 'people'}
          </li>
          <li>
            <ReviewSummary rating={space.rating} count={space.reviewCount} />
          </li>
        </ul>
      </div>
      <Price
        amount={space.price}
        currency={space.currency}
        unit="/hr"
        className="font-display text-3xl font-semibold"
      />
    </header>
  )
}

function ReviewSummary({ rating, count }: { rating: number; count: number }) {
  if (count === 0) return <span className="text-ink-faint">No reviews yet</span>
  return (
    <a href="#reviews" className="flex items-center gap-2 hover:underline">
      <Rating value={rating} />
      <span>
        {rating.toFixed(1)}{' '}
        <span className="text-ink-faint">
          ({count} {count === 1 ? 'review' : 'reviews'})
        </span>
      </span>
    </a>
  )
}

export function SpaceAbout({ space, host }: { space: SpaceDetails; host: Person | null }) {
  return (
    <section aria-labelledby="about-space" className="flex flex-col gap-5">
      <h2 id="about-space" className="text-2xl">
        About this space
      </h2>
      <p className="max-w-prose whitespace-pre-line text-ink-soft">{space.description}</p>
      <ul aria-label="Amenities" className="flex flex-wrap gap-2">
        {space.amenities.map((amenity) => (
          <li key={amenity} className="rounded-full bg-sunken px-3.5 py-1.5 text-sm">
            {amenity}
          </li>
        ))}
      </ul>
      <div className="grid gap-4 sm:grid-cols-2">
        {host && (
          <Fact
            mark={
              <Avatar
                name={host.full_name ?? 'Host'}
                src={host.avatar_url}
                side={44}
                className="size-11"
              />
            }
            name="Hosted by"
            value={host.full_name ?? `A host on ${company.name}`}
          />
        )}
        <Fact
          mark={
            <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
              <CalendarX2 aria-hidden className="size-5" />
            </span>
          }
          name={`Cancellation: ${space.cancellation_policy}`}
          value={cancellationPolicies[space.cancellation_policy].summary}
        />
      </div>
    </section>
  )
}

function Fact({ mark, name, value }: { mark: ReactNode; name: string; value: string }) {
  return (
    <div className="flex items-center gap-3">
      {mark}
      <p>
        <span className="block text-sm text-ink-faint">{name}</span>
        <span className="font-semibold">{value}</span>
      </p>
    </div>
  )
}

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

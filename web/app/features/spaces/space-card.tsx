import { memo, useDeferredValue } from 'react'
import { quote } from '@hourspace/domain/fees.ts'
import { formatMoney, toDecimal } from '@hourspace/domain/money.ts'
import { availabilityOf } from '#web/data/space-state.ts'
import type { ListedSpace } from '#web/data/spaces.ts'
import { FavoriteButton } from '#web/features/favorites/favorite-button.tsx'
import { paths, type TimeQuery } from '#web/lib/paths.ts'
import { formatClock, timeOfDay } from '#web/lib/times.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CoverPicture } from '#web/ui/cover-picture.tsx'
import { Link } from '#web/ui/link.tsx'
import { Price } from '#web/ui/price.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { ownZone } from '#web/ui/viewer-time.tsx'
import { ApproximatePrice } from './approximate-price.tsx'
import { formatNextFree } from './free-hours.ts'

const shownAmenities = 3

type Space = Omit<ListedSpace, 'type'>

type SpaceCardProps = TimeQuery & {
  space: Space
  isEager?: boolean
  /** `isFirst` marks the largest image of the first viewport, which loads with high priority. */
  isFirst?: boolean
}

/** Memoized, because a page re-renders several times while it loads. */
export const SpaceCard = memo(function SpaceCard(props: SpaceCardProps) {
  const { space, isEager, isFirst, ...time } = props
  const { label, tone } = availabilityOf(space)
  return (
    <article className="space-card">
      <div>
        <CoverPicture
          space={space}
          placeholder={<SpacePlaceholder className="size-full" />}
          smallest={480}
          sizes="(min-width: 80rem) 25rem, (min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 92vw"
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : undefined}
        />
        <Badge tone={tone} dot>
          {label}
        </Badge>
        <FavoriteButton
          spaceId={space.id}
          title={space.title}
          className="absolute top-2 right-2 z-10"
        />
      </div>
      <div>
        <div>
          <h3>
            <Link to={paths.space(space, startOf(space, time))}>{space.title}</Link>
          </h3>
          <p>
            <span>{`${space.location}, ${space.country}`}</span>
            {space.capacity > 0 && (
              <small>
                {`Up to ${space.capacity}`}
                <span className="sr-only"> people</span>
              </small>
            )}
          </p>
        </div>
        <ul aria-label="Amenities">
          {space.amenities.slice(0, shownAmenities).map((amenity) => (
            <li key={amenity}>{amenity}</li>
          ))}
        </ul>
        <div className="facts">
          <Price amount={space.price} currency={space.currency} decimals={0} unit="/hr" />
          <span>
            <Rating value={space.rating} />
            <span>
              {`(${space.reviewCount ?? 0}`}
              <span className="sr-only">{space.reviewCount === 1 ? ' review' : ' reviews'}</span>)
            </span>
          </span>
        </div>
        <Offer space={space} time={time} />
      </div>
    </article>
  )
})

/** Returns the time for the card's link. If the day has no start, adds the first free hour. */
function startOf({ free_from, time_zone }: Space, time: TimeQuery): TimeQuery {
  if (!time.date || time.from || !free_from) return time
  return { ...time, from: timeOfDay(new Date(free_from), time_zone) }
}

/** Row with a total or the next free hour. Its minimum height avoids layout shift on hydration. */
function Offer({ space, time }: { space: Space; time: TimeQuery }) {
  const { price, currency, time_zone, free_from, free_hours, free_total, next_free } = space
  // Deferred, because rendering all cards again at once would block input.
  const viewerZone = useDeferredValue<string | null>(ownZone(), null)
  const hours = time.date || time.hours ? Number(time.hours ?? free_hours ?? 1) : null
  if (hours === null) {
    const isFree = next_free && availabilityOf(space).isBookable
    return (
      <div className="offer">
        {/* The server and the browser can render different days. */}
        <span suppressHydrationWarning>
          {isFree && formatNextFree(next_free, time_zone, viewerZone ? { viewerZone } : {})}
        </span>
        <ApproximatePrice amount={price} currency={currency} unit="/hr" className="approximate" />
      </div>
    )
  }
  const total = free_total ?? toDecimal(quote(price, currency, hours).totalMinor, currency)
  const first = !time.from && free_from
  return (
    <div className="offer">
      <span>
        {space.total_varies && 'From '}
        <b>{formatMoney(total, currency, { decimals: 0 })}</b>
        {` for ${hours} h, all in`}
        {first && <span>{`Free from ${formatClock(new Date(first), time_zone)}`}</span>}
      </span>
      <ApproximatePrice amount={total} currency={currency} className="approximate" />
    </div>
  )
}

function SpacePlaceholder({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 300 200"
      preserveAspectRatio="xMidYMid slice"
      className={className}
    >
      <rect width="300" height="148" className="fill-accent-soft" />
      <rect y="148" width="300" height="52" className="fill-sunken" />
      <path d="M0 148h300" className="stroke-line" strokeWidth="2" />
      <g className="fill-surface stroke-line" strokeWidth="2">
        <rect x="40" y="30" width="74" height="84" rx="3" />
        <path d="M77 30v84M40 70h74" fill="none" />
      </g>
      <path d="m58 200 44-52h60l24 52z" className="fill-lamp/20" />
      <g className="fill-accent/25">
        <rect x="142" y="120" width="98" height="26" rx="8" />
        <rect x="150" y="98" width="82" height="28" rx="8" />
        <path d="M150 146h6v12h-6zM226 146h6v12h-6z" />
      </g>
      <g className="stroke-ink-faint" strokeWidth="2" fill="none">
        <path d="M262 158V76M252 158h20" />
      </g>
      <path d="M250 76h24l-6-22h-12z" className="fill-lamp/70" />
      <path d="m250 76-16 82h56l-16-82z" className="fill-lamp/10" />
    </svg>
  )
}

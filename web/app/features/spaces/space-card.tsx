import { MapPin } from 'lucide-react'
import { availabilityOf } from '#web/data/space-state.ts'
import type { ListedSpace } from '#web/data/spaces.ts'
import { paths } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CoverPicture } from '#web/ui/cover-picture.tsx'
import { Link } from '#web/ui/link.tsx'
import { Price } from '#web/ui/price.tsx'
import { Rating } from '#web/ui/rating.tsx'

const shownAmenities = 3

type SpaceCardProps = {
  space: Omit<ListedSpace, 'created_at' | 'type'>
  isEager?: boolean
  /** True for the largest image of the initial viewport, which loads with high priority. */
  isFirst?: boolean
}

export function SpaceCard({ space, isEager, isFirst }: SpaceCardProps) {
  const { label, tone } = availabilityOf(space)
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition duration-200 ease-settle hover:border-control hover:shadow-raised has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-focus">
      <div className="relative aspect-3/2 overflow-hidden bg-sunken">
        <CoverPicture
          space={space}
          placeholder={<SpacePlaceholder className="size-full" />}
          sizes="(min-width: 80rem) 25rem, (min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 92vw"
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          className="size-full transition duration-500 ease-settle group-hover:scale-103"
        />
        <Badge tone={tone} dot className="absolute top-3 left-3 shadow-raised">
          {label}
        </Badge>
      </div>
      <div className="flex grow flex-col gap-2.5 p-4 sm:p-5">
        <div>
          <h3 className="text-lg text-balance">
            <Link
              to={paths.space(space)}
              className="outline-none after:absolute after:inset-0 after:rounded-card"
            >
              {space.title}
            </Link>
          </h3>
          <p className="mt-0.5 flex items-center gap-1.5 text-sm text-ink-soft">
            <MapPin aria-hidden className="size-4 shrink-0 text-accent-ink" />
            <span className="truncate">{`${space.location}, ${space.country}`}</span>
          </p>
        </div>
        <ul aria-label="Amenities" className="flex flex-wrap gap-1.5">
          {space.amenities.slice(0, shownAmenities).map((amenity) => (
            <li
              key={amenity}
              className="max-w-full truncate rounded-full bg-sunken px-2.5 py-0.5 text-xs text-ink-soft"
            >
              {amenity}
            </li>
          ))}
        </ul>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-1.5">
          <Price
            amount={space.price}
            currency={space.currency}
            decimals={0}
            unit="/hr"
            className="font-display text-xl font-semibold"
          />
          <span className="flex items-center gap-1.5 text-sm text-ink-faint">
            <Rating value={space.rating} />
            <span>
              ({space.reviewCount ?? 0}
              <span className="sr-only"> reviews</span>)
            </span>
          </span>
        </div>
      </div>
    </article>
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

import { Check, MapPin, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Extra, extraUnitTexts } from '@hourspace/domain/extras.ts'
import type { Currency } from '@hourspace/domain/money.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { availabilityOf } from '#web/data/space-state.ts'
import { ApproximatePrice } from '#web/features/spaces/approximate-price.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Price } from '#web/ui/price.tsx'
import { Rating } from '#web/ui/rating.tsx'

export function SpaceHeading({ space }: { space: SpaceDetails }) {
  const { label, tone } = availabilityOf(space)
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <div className="flex min-w-0 flex-col gap-2">
        <div>
          <Badge tone={tone} dot>
            {label}
          </Badge>
        </div>
        <h1 className="text-3xl">{space.title}</h1>
        <ul className="flex flex-wrap items-center gap-x-5 gap-y-1.5 text-ink-soft">
          <li>
            <ReviewSummary rating={space.rating} count={space.reviewCount} />
          </li>
          <li className="flex items-center gap-2">
            <MapPin aria-hidden className="size-4.5 text-accent-ink" />
            {space.location}, {space.country}
          </li>
          <li className="flex items-center gap-2">
            <Users aria-hidden className="size-4.5 text-accent-ink" />
            {space.capacity.toLocaleString('en-US')} {space.capacity === 1 ? 'person' : 'people'}
          </li>
        </ul>
      </div>
      <div>
        {/* Phones show both prices in one line. Wider screens reserve a line for the
            approximate price, so that nothing moves when it appears. */}
        <p className="flex flex-wrap items-baseline gap-x-2.5 sm:flex-col">
          <Price
            amount={space.price}
            currency={space.currency}
            unit="/hr"
            className="font-display text-3xl font-semibold"
          />
          <span className="sm:min-h-5">
            <ApproximateRate space={space} />
          </span>
        </p>
        <PriceNote space={space} />
      </div>
    </header>
  )
}

/** The price per hour in the viewer's currency. */
export function ApproximateRate({ space: { price, currency } }: { space: SpaceDetails }) {
  return (
    <ApproximatePrice
      amount={price}
      currency={currency}
      unit="/hr"
      className="text-sm text-ink-faint tabular-nums"
    />
  )
}

export function PriceNote({ space }: { space: SpaceDetails }) {
  const { price, currency, price_rules, length_discounts } = space
  const prices = [price, ...price_rules.map((rule) => rule.price)]
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const discount = length_discounts.toSorted((a, b) => a.minimum_hours - b.minimum_hours)[0]
  if (least === most && !discount) return null
  return (
    <p className="text-sm text-ink-soft">
      {least < most && (
        <span className="block">
          <Price amount={least} currency={currency} /> to{' '}
          <Price amount={most} currency={currency} /> by day and hour
        </span>
      )}
      {discount && (
        <span className="block">
          {discount.percentage}% off from {discount.minimum_hours} hours
        </span>
      )}
    </p>
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

export function Section({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode
}) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="flex flex-col gap-4">
      <h2 id={`${id}-heading`} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

export function SpaceAbout({ space, extras }: { space: SpaceDetails; extras: readonly Extra[] }) {
  return (
    <div className="flex flex-col gap-9">
      <Section id="about-space" title="About this space">
        <p className="max-w-prose whitespace-pre-line text-ink-soft">{space.description}</p>
      </Section>
      {space.included.length > 0 && (
        <Section id="included" title="Included in the price">
          <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
            {space.included.map((item) => (
              <li key={item} className="flex items-start gap-2.5">
                <Check aria-hidden className="mt-1 size-4.5 shrink-0 text-success" />
                {item}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section id="amenities" title="Amenities">
        <ul aria-label="Amenities" className="flex flex-wrap gap-2">
          {space.amenities.map((amenity) => (
            <li
              key={amenity}
              className="rounded-[1.125rem] bg-sunken px-3.5 py-1.5 text-sm wrap-anywhere"
            >
              {amenity}
            </li>
          ))}
        </ul>
      </Section>
      {extras.length > 0 && (
        <Section id="extras" title="Extras">
          <ExtraList extras={extras} currency={space.currency} />
        </Section>
      )}
      {space.house_rules && (
        <Section id="house-rules" title="House rules">
          <HouseRules text={space.house_rules} />
        </Section>
      )}
    </div>
  )
}

function HouseRules({ text }: { text: string }) {
  // Removes the dashes and bullets with which many hosts begin their lines.
  const rules = text.split(/(?:^|\n)\s*(?:[-–•*]\s+)?/).filter(Boolean)
  if (rules.length < 2) return <p className="max-w-prose text-ink-soft">{text}</p>
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-2 pl-5 text-ink-soft marker:text-ink-faint">
      {rules.map((rule, index) => (
        // Rules have no ids, and a host may write the same line twice.
        <li key={index}>{rule}</li>
      ))}
    </ul>
  )
}

function ExtraList({ extras, currency }: { extras: readonly Extra[]; currency: Currency }) {
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {extras.map(({ id, name, price, unit }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <span className="font-medium wrap-anywhere">{name}</span>
            <span className="text-ink-soft">
              {price === 0 ? (
                'free'
              ) : (
                <>
                  <Price amount={price} currency={currency} /> {extraUnitTexts[unit]}
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-faint">You choose them when you book.</p>
    </>
  )
}

import {
  CalendarCheck,
  DoorOpen,
  type LucideIcon,
  Map,
  MapPin,
  Sparkles,
  Star,
  Sun,
  TrainFront,
  Wallet,
} from 'lucide-react'
import { hostSharePercentage } from '@hourspace/domain/fees.ts'
import type { Areas, CityFigures, Highlights } from '#web/content/cities/city.ts'
import { cityNames } from '#web/content/cities/names.ts'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Price } from '#web/ui/price.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Tile } from '#web/ui/tile.tsx'
import type { CityRate } from './city-place.ts'

const highlightIcons = { area: Map, light: Sun, transit: TrainFront, use: Sparkles }

export function PopularAreas({ city, areas }: { city: string; areas: Areas }) {
  return (
    <Tiles
      id="areas"
      title={`Popular areas in ${city}`}
      tiles={Object.entries(areas).map(([title, text]) => ({ title, text, icon: MapPin }))}
      className="md:grid-cols-3"
    />
  )
}

export function HighlightTiles(props: { city: string; highlights: Highlights }) {
  const { city, highlights } = props
  const kinds = ['area', 'light', 'transit', 'use'] as const
  return (
    <Tiles
      id="highlights"
      title={`Good to know about ${city}`}
      tiles={kinds.map((kind) => {
        const [title, text] = highlights[kind]
        return { title, text, icon: highlightIcons[kind] }
      })}
      className="sm:grid-cols-2 xl:grid-cols-4"
    />
  )
}

function Tiles(props: {
  id: string
  title: string
  tiles: readonly { title: string; text: string; icon: LucideIcon }[]
  className: string
}) {
  const { id, title, tiles, className } = props
  return (
    <section aria-labelledby={id} className="page flex flex-col gap-6">
      <h2 id={id} className="text-3xl">
        {title}
      </h2>
      <ul className={cx('grid gap-3 sm:gap-5', className)}>
        {tiles.map(({ title, text, icon: Icon }) => (
          <li key={title}>
            <Card className="flex h-full gap-4 sm:flex-col sm:gap-3">
              <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
                <Icon aria-hidden className="size-5" />
              </span>
              <div className="flex flex-col gap-1">
                <h3 className="text-lg">{title}</h3>
                <p className="text-ink-soft">{text}</p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function CityLinks({ title, except }: { title: string; except?: string }) {
  return (
    <nav aria-labelledby="cities" className="page flex flex-col gap-4">
      <h2 id="cities" className="text-2xl">
        {title}
      </h2>
      <ul className="grid grid-cols-2 gap-x-6 max-[18rem]:grid-cols-1 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6">
        {cityNames.map(
          ({ slug, name }) =>
            slug !== except && (
              <li key={slug}>
                <TextLink
                  to={paths.city(slug)}
                  className="inline-flex min-h-9 items-center pointer-coarse:min-h-11"
                >
                  {name}
                </TextLink>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}

/** Label for figures that are not computed from the page's spaces. */
const ownFigure = 'Hourspace’s own figure'

export function CityStatistics(props: { name: string; rate: CityRate; figures: CityFigures }) {
  const { name, rate, figures } = props
  return (
    <section aria-label={`${name} by the numbers`} className="page">
      <dl className="grid grid-cols-2 gap-3 max-[18rem]:grid-cols-1 sm:gap-5 lg:grid-cols-4">
        <Tile
          icon={DoorOpen}
          label="Available spaces"
          value={rate.spaces.toLocaleString('en-US')}
        />
        <Tile
          icon={Wallet}
          label="Average hourly rate"
          value={<Price amount={rate.average} currency={rate.currency} decimals={0} unit="/hr" />}
          note={rate.others > 0 && `Of spaces priced in ${rate.currency}`}
        />
        <Tile
          icon={CalendarCheck}
          label="Monthly bookings"
          value={figures.monthlyBookings.toLocaleString('en-US')}
          note={ownFigure}
        />
        <Tile
          icon={Star}
          label="Average rating"
          value={figures.rating.toFixed(1)}
          note={ownFigure}
        />
      </dl>
    </section>
  )
}

/** Invites visitors to become hosts. `isFirst` is true if the page lists no spaces yet. */
export function OwnASpace({ city, isFirst }: { city: string; isFirst: boolean }) {
  return (
    <section aria-labelledby="own-a-space" className="page">
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5 rounded-sheet bg-accent-soft p-6 sm:p-10">
        <div className="flex max-w-prose flex-col gap-2">
          <h2 id="own-a-space" className="text-3xl">
            Own a Space?
          </h2>
          <p className="text-lg text-ink-soft">
            {isFirst
              ? `Be the first to list one like this in ${city}. You set the price and keep ${hostSharePercentage}% of every rental.`
              : `Let it earn when it’s empty. You set the price, guests book by the hour, and you keep ${hostSharePercentage}% of every rental.`}
          </p>
        </div>
        <LinkButton to={paths.createListing()}>List Your Space</LinkButton>
      </div>
    </section>
  )
}

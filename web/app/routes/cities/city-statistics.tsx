import { CalendarCheck, DoorOpen, Star, Wallet } from 'lucide-react'
import type { CityFigures } from '#web/content/cities/city.ts'
import { Price } from '#web/ui/price.tsx'
import { Tile } from '#web/ui/tile.tsx'
import type { CityRate } from './hourly-rate.ts'

/** Four figures of a city: two counted, two told by marketing. */
export function CityStatistics(props: { name: string; rate: CityRate; figures: CityFigures }) {
  const { name, rate, figures } = props
  return (
    <section aria-label={`${name} in figures`} className="page">
      <dl className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
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
        />
        <Tile icon={Star} label="Average rating" value={figures.rating.toFixed(1)} />
      </dl>
    </section>
  )
}

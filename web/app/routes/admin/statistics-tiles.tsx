import {
  Building2,
  CalendarCheck2,
  HandCoins,
  Landmark,
  Star,
  TrendingDown,
  TrendingUp,
  Users,
  Wallet,
} from 'lucide-react'
import { type Currency, formatMoney } from '@hourspace/domain/money.ts'
import { monthName } from '#web/features/administration/month-name.ts'
import { paths } from '#web/lib/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { Tile } from '#web/ui/tile.tsx'
import { growthTarget, growthText } from './figures.ts'
import type { PlatformCounts, PlatformRevenue } from './statistics.ts'

const count = (value: number) => value.toLocaleString('en-US')

export function StatisticsTiles(props: {
  counts: PlatformCounts
  currency: Currency
  /** `revenue` is in `currency`; undefined if the currency has no confirmed bookings. */
  revenue: PlatformRevenue | undefined
}) {
  const { counts, currency, revenue } = props
  const isShrinking = (revenue?.growth_percentage ?? 0) < 0
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <Tile
        label="Total Revenue"
        icon={Wallet}
        value={money(revenue?.total_revenue ?? 0)}
        note={`In ${currency}, excluding cancelled bookings`}
      />
      <Tile
        label="Platform Fees"
        icon={Landmark}
        value={money(revenue?.total_fees ?? 0)}
        note="Paid by guests on top of the rental"
      />
      <Tile
        label="Host Commission"
        icon={HandCoins}
        value={money(revenue?.total_host_commission ?? 0)}
        note="Deducted from the hosts’ rental"
      />
      <Tile
        label="Revenue Growth"
        icon={isShrinking ? TrendingDown : TrendingUp}
        value={
          <span className={isShrinking ? 'text-danger-ink' : undefined}>
            {growthText(revenue?.growth_percentage ?? null)}
          </span>
        }
        note={
          <>
            {revenue && `${monthName(revenue.last_month)} compared with the month before. `}
            {growthTarget}
          </>
        }
      />
      <Tile
        label="Total Bookings"
        icon={CalendarCheck2}
        value={count(counts.total_bookings)}
        note={
          <>
            In all currencies, including{' '}
            <TextLink to={paths.adminBookings({ status: 'cancelled' })}>
              {count(counts.cancelled_bookings)} cancelled
            </TextLink>
          </>
        }
      />
      <Tile
        label="Spaces Available"
        icon={Building2}
        value={count(counts.available_spaces)}
        note={
          <TextLink to={paths.adminListings()}>Of {count(counts.total_spaces)} listed</TextLink>
        }
      />
      <Tile
        label="Average Rating"
        icon={Star}
        value={counts.average_rating?.toFixed(2) ?? '–'}
        note={`Across ${count(counts.rated_spaces)} rated ${counts.rated_spaces === 1 ? 'space' : 'spaces'}`}
      />
      <Tile
        label="Total Users"
        icon={Users}
        value={count(counts.total_users)}
        note={<TextLink to={paths.adminUsers()}>See all users</TextLink>}
      />
    </dl>
  )
}

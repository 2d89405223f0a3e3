import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatMoney } from '@hourspace/domain/money.ts'
import { earningRows, type EarningState } from '#web/data/earnings.ts'
import type { PayoutAccountState } from '#web/features/hosting/payout-account.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { formatDatedSpan } from '#web/lib/times.ts'
import { useShowMore } from '#web/lib/use-show-more.ts'
import { Card } from '#web/ui/card.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Link } from '#web/ui/link.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { payoutStateText } from './payout-state-text.ts'

const chips: { id: EarningState | 'all'; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'upcoming', label: 'Upcoming' },
  { id: 'in_transit', label: 'On its way' },
  { id: 'on_hold', label: 'On hold' },
  { id: 'paid', label: 'Paid out' },
]

/**
 * The payouts of a year, with a filter by state. The initial filter is 'Upcoming' if `hasUpcoming`
 * is true, otherwise 'All'. `account` is undefined until the status of the payout account has
 * loaded.
 */
export function PayoutList(props: {
  hostId: string | undefined
  year: number
  hasUpcoming: boolean
  account: PayoutAccountState | undefined
  now: Date
}) {
  const { hostId, year, hasUpcoming, account, now } = props
  const headingId = useId()
  const [state, setState] = useState<EarningState | 'all'>(hasUpcoming ? 'upcoming' : 'all')
  const list = useInfiniteQuery({
    ...earningRows(hostId, year, state === 'all' ? undefined : state),
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.pages.flatMap((page) => page.rows)
  // Shows a placeholder while a filter loads, unless payouts of the previous filter are shown.
  const isWaiting = !rows || (rows.length === 0 && list.isPlaceholderData)
  const error = list.error ? messageOf(list.error, 'Your payouts could not be loaded') : undefined

  const more = useShowMore(list, ({ id }) => rowId(id))

  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={headingId} className="text-2xl">
          Bookings and payouts in {year}
        </h2>
        <FilterChips
          label="Payout"
          name="state"
          options={chips}
          value={state}
          onChange={(next) => setState(next as EarningState | 'all')}
          required
        />
      </div>
      {isWaiting && !error && <Skeleton className="h-40 rounded-card" />}
      {!isWaiting && rows.length === 0 && (
        <p className="text-ink-soft">
          {state === 'all' ? `No booking ends in ${year}.` : 'No booking has this status.'}
        </p>
      )}
      {rows && rows.length > 0 && (
        <Card className="py-1! sm:py-2!">
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.id}>
                <Link
                  id={rowId(row.id)}
                  to={paths.booking(row.id)}
                  className="-mx-2 grid gap-x-6 gap-y-0.5 rounded-small px-2 py-3 hover:bg-sunken min-[18rem]:grid-cols-[1fr_auto]"
                >
                  <span className="font-semibold wrap-anywhere">{row.space_title}</span>
                  <span className="font-semibold tabular-nums min-[18rem]:text-right">
                    {formatMoney(row.earned, row.currency)}
                  </span>
                  <span className="text-sm text-ink-soft max-sm:col-span-full">
                    {formatDatedSpan(
                      { startsAt: new Date(row.start_time), endsAt: new Date(row.end_time) },
                      row.time_zone,
                    )}
                  </span>
                  <span className="text-sm text-ink-soft max-sm:col-span-full sm:text-right">
                    {payoutStateText(row, account, now)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <ShowMore {...more} error={error} />
    </section>
  )
}

const rowId = (bookingId: string) => `earning-${bookingId}`

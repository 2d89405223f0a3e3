import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '@hourspace/domain/money.ts'
import { addDays } from '@hourspace/domain/slots.ts'
import type { HostRules } from '#web/data/booking-rules.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { listingKeys } from '#web/data/listings.ts'
import { type Slot, slotsOfDays } from '#web/data/slots.ts'
import { useSession } from '#web/features/account/session.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { calendarDay, dateOf, formatDate, formatHour } from '#web/lib/times.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/**
 * Returns what guests can book on a day: the ranges of start hours and prices, or 'Closed', 'Fully
 * booked' or 'No more starts today'.
 */
export function dayText(slots: readonly Slot[], { price, currency }: HostRules['space']) {
  const open = slots.filter(({ state }) => state !== 'closed' && state !== 'past')
  const free = open.filter(({ state }) => state === 'free')
  if (slots.every(({ state }) => state === 'closed')) return { hours: 'Closed', price: '' }
  if (open.length === 0) return { hours: 'No more starts today', price: '' }
  if (free.length === 0) return { hours: 'Fully booked', price: '' }
  const [first, last] = [free[0]!.hour, free.at(-1)!.hour]
  const prices = free.map((slot) => slot.prices[0] ?? price)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const amounts = [...new Set([low, high])].map((amount) => formatMoney(amount, currency))
  return {
    hours:
      first === last ? `${formatHour(first)} only` : `${formatHour(first)} – ${formatHour(last)}`,
    price: `${amounts.join(' – ')}/hr`,
  }
}

/** The slots that guests can book in the next seven days under the saved booking rules. */
export default function OfferedWeek({ space, rules }: HostRules) {
  const { user } = useSession()
  const [from] = useState(() => dateOf(new Date(), space.time_zone))
  const hours = rules.minimum_hours
  const days = Array.from({ length: 7 }, (_, index) => addDays(from, index))
  const query = useQuery(
    queryOptions({
      queryKey: [...listingKeys.ofUser(user?.id), 'offered', space.id, from, hours],
      queryFn: async () =>
        slotsOfDays(await browserClient(), space.id, {
          from,
          to: days.at(-1)!,
          hours,
        }),
      enabled: user !== null,
    }),
  )
  return (
    <section
      aria-labelledby="offered-week"
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5 lg:sticky lg:top-24"
    >
      <div className="flex flex-col gap-1">
        <h2 id="offered-week" className="text-xl">
          What guests can book
        </h2>
        <p className="text-sm text-ink-soft">
          Start times guests can book in the next seven days, based on your saved settings.
        </p>
      </div>
      <QueryError query={query} fallback="The next days could not be loaded" />
      {query.isPending && !query.error && <Skeleton className="h-64" />}
      {query.data && (
        <dl className="flex flex-col divide-y divide-line">
          {days.map((date) => {
            const text = dayText(
              query.data.filter((slot) => slot.date === date),
              space,
            )
            return (
              <div key={date} className="flex justify-between gap-4 py-2.5 text-sm">
                <dt className="font-semibold whitespace-nowrap">
                  {calendarDay(date).weekday}, {formatDate(date)}
                </dt>
                <dd className="text-right">
                  {text.hours}
                  {text.price && <span className="block text-ink-soft">{text.price}</span>}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </section>
  )
}

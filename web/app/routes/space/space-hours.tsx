import type { ReactNode } from 'react'
import type { OpeningHours, SpaceDetails } from '#web/data/space-details.ts'
import { calendarDay, dateOf, formatDate, weekdayNames } from '#web/lib/times.ts'
import { cx } from '#web/ui/cx.ts'
import { Price } from '#web/ui/price.tsx'
import {
  endInWords,
  hoursOfWeekday,
  limitsInWords,
  offeredPrices,
  ruleInWords,
  soonExceptions,
  startsInWords,
  weekdayOf,
} from './booking-rules.ts'
import { Section } from './space-facts.tsx'

export function SpaceHours({ space, now }: { space: SpaceDetails; now: Date }) {
  const { currency } = space
  const today = dateOf(now, space.time_zone)
  const week = weekdayNames.map((name, weekday) => ({
    name,
    isToday: weekday === weekdayOf(today),
    ...hoursOfWeekday(space, weekday),
  }))
  const first = week[0]!
  const isSame = week.every(
    (day) => startsInWords(day) === startsInWords(first) && day.out_by === first.out_by,
  )
  const exceptions = soonExceptions(space, today)
  const hasEnds = week.some(({ out_by }) => out_by !== null)
  const rules = offeredPrices(space, today)
  const discounts = space.length_discounts.toSorted((a, b) => a.minimum_hours - b.minimum_hours)

  return (
    <Section id="hours" title="Hours">
      <div className="grid items-start gap-x-10 gap-y-6 sm:grid-cols-2">
        {isSame ? (
          <p>
            <span className="font-semibold">Every day:</span> bookings start {startsInWords(first)}
            {first.out_by !== null && `, leave by ${endInWords(first)}`}
          </p>
        ) : (
          <WeekTable week={week} hasEnds={hasEnds} />
        )}
        <div className="flex flex-col gap-5 text-sm empty:hidden">
          {exceptions.length > 0 && (
            <Group title="Upcoming changes to hours">
              {exceptions.map((row) => (
                <Row
                  key={row.date}
                  name={`${calendarDay(row.date).weekday}, ${formatDate(row.date)}`}
                >
                  {startsInWords(row)}
                  {row.out_by !== null && `, leave by ${endInWords(row)}`}
                </Row>
              ))}
            </Group>
          )}
          {rules.length > 0 && (
            <Group title="Prices by day and hour">
              {rules.map((rule) => (
                <Row key={`${rule.weekday} ${rule.from_hour}`} name={ruleInWords(rule)}>
                  <Price amount={rule.price} currency={currency} unit="/hr" />
                </Row>
              ))}
            </Group>
          )}
          {discounts.length > 0 && (
            <Group title="Discounts">
              {discounts.map((row) => (
                <Row key={row.minimum_hours} name={`From ${row.minimum_hours} hours`}>
                  {row.percentage}% off
                </Row>
              ))}
            </Group>
          )}
        </div>
      </div>
      <p className="text-sm text-ink-soft empty:hidden">{limitsInWords(space)}</p>
    </Section>
  )
}

type Day = OpeningHours & { name: string; isToday: boolean }

function WeekTable({ week, hasEnds }: { week: readonly Day[]; hasEnds: boolean }) {
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">Hours by weekday</caption>
      <thead className="text-xs text-ink-faint">
        <tr>
          <th className="pb-1 pl-2 font-normal">Day</th>
          <th className="pb-1 font-normal">Bookings start</th>
          {hasEnds && <th className="pb-1 font-normal">Leave by</th>}
        </tr>
      </thead>
      <tbody>
        {week.map((day) => (
          <tr
            key={day.name}
            aria-current={day.isToday ? 'date' : undefined}
            className={cx(day.isToday && 'bg-accent-soft font-semibold text-accent-ink')}
          >
            <th
              scope="row"
              className={cx('rounded-l-small py-1 pl-2', !day.isToday && 'font-normal')}
            >
              {day.name}
              {day.isToday && <span className="sr-only">, today</span>}
            </th>
            <td
              className={cx(
                'py-1 tabular-nums',
                !hasEnds && 'rounded-r-small',
                day.first_start === null && 'text-ink-faint',
              )}
            >
              {startsInWords(day)}
            </td>
            {hasEnds && <td className="rounded-r-small py-1 tabular-nums">{endInWords(day)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 font-sans text-sm font-semibold">{title}</h3>
      <dl className="divide-y divide-line">{children}</dl>
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  )
}

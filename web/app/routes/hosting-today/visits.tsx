import { Link } from 'react-router'
import type { Visit } from '#web/data/hosting-today.ts'
import { timeUntil } from '#web/features/booking/booking-phase.ts'
import { paths } from '#web/lib/paths.ts'
import { formatClock, placeTime } from '#web/lib/times.ts'
import { Block } from './block.tsx'
import type { dayOf } from './day.ts'

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

export function Board({ day, now }: { day: ReturnType<typeof dayOf>; now: Date }) {
  const lists = [
    {
      title: 'Arriving',
      visits: day.arriving,
      none: 'No more arrivals today',
      time: (visit: Visit) => new Date(visit.start_time),
      note: (at: Date) => `in ${timeUntil(at, now)}`,
    },
    {
      title: 'Inside now',
      visits: day.inside,
      none: 'No guests inside right now',
      time: (visit: Visit) => new Date(visit.end_time),
      note: (at: Date) => `${timeUntil(at, now)} left`,
      until: true,
    },
    {
      title: 'Leaving today',
      visits: day.leaving,
      none: 'No more departures today',
      time: (visit: Visit) => new Date(visit.end_time),
      note: (at: Date) => `in ${timeUntil(at, now)}`,
    },
  ]
  return (
    <div className="grid gap-4 md:grid-cols-3">
      {lists.map(({ title, visits, none, time, note, until }) => (
        <Block key={title} title={title} count={visits.length}>
          {visits.length === 0 && <p className="text-sm text-ink-faint">{none}</p>}
          {visits.length > 0 && (
            <ul className="-my-1 divide-y divide-line">
              {visits.map((visit) => (
                <li key={visit.id} className="relative flex items-start gap-3 py-3">
                  <div className="min-w-0 grow">
                    <p className="font-display text-lg font-semibold tabular-nums">
                      {until && 'until '}
                      {formatClock(time(visit), visit.time_zone)}{' '}
                      <span className="ml-1 inline-block font-sans text-sm font-normal text-ink-soft">
                        {note(time(visit))}
                      </span>
                    </p>
                    <p className="font-semibold wrap-anywhere">
                      <Link
                        to={paths.booking(visit.id)}
                        className="after:absolute after:inset-0 hover:underline"
                      >
                        {visit.guestName ?? 'A guest'}
                      </Link>
                    </p>
                    <p className="text-sm wrap-anywhere text-ink-soft">
                      {visit.space.title} · {people(visit.guest_count)} ·{' '}
                      {placeTime(visit.space.location)}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Block>
      ))}
    </div>
  )
}

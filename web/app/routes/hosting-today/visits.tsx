import { Link } from 'react-router'
import type { ProposedChange, Visit } from '#web/data/hosting-today.ts'
import { timeUntil } from '#web/features/booking/booking-phase.ts'
import { paths } from '#web/lib/paths.ts'
import { formatClock, formatDatedSpan, formatMoment, zoneCity } from '#web/lib/times.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
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
                      <span className="ml-1 font-sans text-sm font-normal text-ink-soft">
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
                      {zoneCity(visit.time_zone)} time
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

export function ToAnswer(props: {
  requests: readonly Visit[]
  changes: readonly ProposedChange[]
  now: Date
}) {
  const { now } = props
  const requests = props.requests.map((request) => ({
    ...request,
    booked: request.id,
    text: `asks for ${request.space.title}`,
    kind: 'request',
  }))
  const changes = props.changes.map(({ booking, ...change }) => ({
    ...booking,
    ...change,
    booked: booking.id,
    text: `proposes a change at ${booking.space.title}`,
    kind: 'proposed change',
  }))
  const open = [...requests, ...changes]
    .flatMap((each) => {
      const by = each.answer_by && new Date(each.answer_by)
      return by && by > now ? [{ ...each, by }] : []
    })
    .toSorted((one, other) => one.by.getTime() - other.by.getTime())
  if (open.length === 0) return null
  return (
    <Block title="To answer" count={open.length} className="border-accent/40">
      <ul className="-my-1 divide-y divide-line">
        {open.map((request) => {
          const { id, booked, by, time_zone: timeZone } = request
          const span = {
            startsAt: new Date(request.start_time),
            endsAt: new Date(request.end_time),
          }
          const guest = request.guestName ?? 'A guest'
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3">
              <Avatar name={guest} className="size-10" />
              <div className="min-w-0 grow basis-56">
                <p className="font-semibold wrap-anywhere">
                  {guest} {request.text}
                </p>
                <p className="text-sm text-ink-soft">
                  {formatDatedSpan(span, timeZone)} · {people(request.guest_count)}
                </p>
                <p className="text-sm font-semibold text-caution-ink">
                  Answer by {formatMoment(by, timeZone)} (in {timeUntil(by, now)})
                </p>
              </div>
              <LinkButton to={paths.booking(booked)} size="small">
                Answer
                <span className="sr-only">
                  {' '}
                  the {request.kind} of {guest}
                </span>
              </LinkButton>
            </li>
          )
        })}
      </ul>
    </Block>
  )
}

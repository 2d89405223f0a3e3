import { useId } from 'react'
import { formatMoney } from '@hourspace/domain/money.ts'
import type { ProposedChange, Visit } from '#web/data/hosting-today.ts'
import { paths } from '#web/lib/paths.ts'
import { formatDatedSpan, formatMoment } from '#web/lib/times.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { timeUntil } from './booking-phase.ts'

/** Requests and proposed changes that wait for the host's answer, earliest deadline first. */
export function ToAnswer(props: {
  requests: readonly Visit[]
  changes: readonly ProposedChange[]
  now: Date
}) {
  const { now } = props
  const headingId = useId()
  const requests = props.requests.map((request) => ({
    ...request,
    booked: request.id,
    text: `wants to book ${request.space.title}`,
    kind: 'request',
    share: request.host_share_amount,
  }))
  const changes = props.changes.map(({ booking, ...change }) => ({
    ...booking,
    ...change,
    booked: booking.id,
    text: `wants to change a booking at ${booking.space.title}`,
    kind: 'proposed change',
    share: 0,
  }))
  const open = [...requests, ...changes]
    .flatMap((each) => {
      const by = each.answer_by && new Date(each.answer_by)
      return by && by > now ? [{ ...each, by }] : []
    })
    .toSorted((one, other) => one.by.getTime() - other.by.getTime())
  if (open.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <Card className="flex flex-col gap-3 border-accent/40">
        <h2 id={headingId} className="text-xl">
          Waiting for your answer{' '}
          <span className="ml-1 font-sans text-base font-semibold text-ink-faint tabular-nums">
            {open.length}
          </span>
        </h2>
        <ul className="-my-1 divide-y divide-line">
          {open.map((request) => {
            const { id, booked, by, time_zone: timeZone } = request
            const span = {
              startsAt: new Date(request.start_time),
              endsAt: new Date(request.end_time),
            }
            const guest = request.guestName ?? 'A guest'
            return (
              <li key={id} className="flex flex-wrap gap-x-4 gap-y-3 py-3 sm:items-center">
                <Avatar name={guest} src={request.guestPicture} side={40} className="size-10" />
                <div className="min-w-0 grow basis-56">
                  <p className="font-semibold wrap-anywhere">
                    {guest} {request.text}
                  </p>
                  <p className="text-sm text-ink-soft">
                    {formatDatedSpan(span, timeZone)}&nbsp;·{' '}
                    <span className="inline-block">
                      {request.guest_count === 1 ? '1 person' : `${request.guest_count} people`}
                      {request.share > 0 && <>&nbsp;·</>}
                    </span>{' '}
                    {request.share > 0 && (
                      <span className="inline-block">
                        Your share: {formatMoney(request.share, request.currency)}
                      </span>
                    )}
                  </p>
                  <p className="text-sm font-semibold text-caution-ink">
                    Answer by {formatMoment(by, timeZone)}{' '}
                    <span className="inline-block">(in {timeUntil(by, now)})</span>
                  </p>
                </div>
                <LinkButton
                  to={paths.booking(booked)}
                  size="small"
                  className="min-[22.5rem]:max-sm:ml-14"
                >
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
      </Card>
    </section>
  )
}

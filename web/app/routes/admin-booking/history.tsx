import { useQuery } from '@tanstack/react-query'
import { company } from '@hourspace/domain/company.ts'
import { type Currency, formatMinor } from '@hourspace/domain/money.ts'
import { cancelReasonText, type ProblemKind, problemRules } from '@hourspace/domain/problems.ts'
import { bookingHistory, type HistoryEvent } from '#web/data/admin-bookings.ts'
import { mailName } from '#web/features/administration/mail-texts.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { formatStamp } from '#web/lib/times.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Verb phrase for each kind of event in a booking's history, shown after the actor's name. */
const verbs: Record<string, string> = {
  booked: 'booked',
  requested: 'asked to book',
  accepted: 'accepted the request',
  declined_request: 'declined the request',
  expired: 'did not get an answer in time',
  withdrawn_request: 'withdrew the request',
  cancelled: 'cancelled',
  change_proposed: 'proposed a change',
  change_accepted: 'accepted the change',
  change_done: 'accepted the change, and it is done',
  change_declined: 'declined the change',
  change_withdrawn: 'withdrew the change',
  change_expired: 'let the change expire',
  change_failed: 'could not carry out the change',
  extended: 'extended the booking',
  reviewed: 'wrote a review',
  cancelled_by_host: 'cancelled as host',
  cancelled_by_admin: 'cancelled as admin',
  reported: 'reported',
  withdrawn: 'withdrew',
  upheld: 'accepted',
  declined: 'declined',
  settled: 'recorded as paid',
  'mail.resend': 'sent an email again',
}

export function History(props: {
  adminId: string
  bookingId: string
  currency: Currency
  timeZone: string
}) {
  const { adminId, bookingId, currency, timeZone } = props
  const history = useQuery(bookingHistory(adminId, bookingId))
  return (
    <>
      <QueryError query={history} fallback="Failed to fetch the history" />
      {history.isPending && <Skeleton className="h-32" />}
      {history.data && (
        <ol className="divide-y divide-line text-sm">
          {history.data.map((event) => (
            <li
              key={event.at + event.kind}
              className="flex flex-col gap-0.5 py-3 first:pt-0 last:pb-0"
            >
              <p className="wrap-anywhere">
                <span className="font-semibold">{event.actor ?? company.name}</span>{' '}
                {verbs[event.kind] ?? event.kind.replaceAll(/[._]/g, ' ')}
                {detailOf(event, currency)}
              </p>
              {event.note && (
                <p className="max-w-prose whitespace-pre-line text-ink-soft wrap-anywhere">
                  “{event.note}”
                </p>
              )}
              <time dateTime={event.at} className="text-ink-soft">
                {formatStamp(new Date(event.at), timeZone)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function detailOf({ kind, reason, amount_minor }: HistoryEvent, currency: Currency): string {
  const what = reason && (kind === 'mail.resend' ? mailName(reason) : reasonText(reason))
  const amount = amount_minor !== null && formatMinor(amount_minor, currency)
  const price = kind === 'change_proposed' && amount ? `new price ${amount}` : amount
  const parts = [what, price].filter(Boolean).join(', ')
  return parts && `: ${parts}`
}

const reasonText = (reason: string) =>
  problemRules[reason as ProblemKind]?.name ?? cancelReasonText(reason) ?? reason

import { formatMoney } from '@hourspace/domain/money.ts'
import type { FoundBooking } from '#web/data/find-bookings.ts'
import { cellStyles, Head } from '#web/features/administration/record-table.tsx'
import { BookingPhaseBadge } from '#web/features/booking/booking-phase-badge.tsx'
import { paths } from '#web/lib/paths.ts'
import { dateOf, formatDate, formatDay, formatSpan } from '#web/lib/times.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'

/** Bookings as a table on wide screens and as cards on others. The whole row or card is a link. */
export function BookingList({ rows, now }: { rows: readonly FoundBooking[]; now: Date }) {
  return (
    <>
      <Card flush className="max-lg:hidden">
        <table className="w-full table-fixed text-sm">
          <thead className="bg-sunken text-left text-ink-soft">
            <tr>
              <Head className="w-[25%]">Booking</Head>
              <Head>Guest</Head>
              <Head>Host</Head>
              <Head className="w-[19%]">When</Head>
              <Head className="w-34">Status</Head>
              <Head className="w-36 text-right">Amount</Head>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={row.id} className="relative hover:bg-sunken">
                <th scope="row" className={cx(cellStyles, 'text-left font-normal')}>
                  <BookingLink row={row} id={`row-${row.id}`} className="font-semibold" />
                  <Number row={row} />
                </th>
                <td className={cellStyles}>
                  <Person name={row.guest_name} email={row.guest_email} fallback="A former guest" />
                </td>
                <td className={cellStyles}>
                  <Person name={row.host_name} email={row.host_email} fallback="A former host" />
                </td>
                <td className={cellStyles}>
                  <When row={row} />
                </td>
                <td className={cellStyles}>
                  <Status row={row} now={now} />
                </td>
                <td
                  className={cx(
                    cellStyles,
                    'text-right font-semibold whitespace-nowrap tabular-nums',
                  )}
                >
                  {formatMoney(row.total_price, row.currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <ul className="grid gap-3 sm:grid-cols-2 lg:hidden">
        {rows.map((row) => (
          <li key={row.id} className="min-w-0">
            <Card className="relative flex h-full flex-col gap-1.5 text-sm hover:bg-sunken">
              <div className="flex items-start justify-between gap-3">
                <BookingLink
                  row={row}
                  id={`card-${row.id}`}
                  className="min-w-0 font-display text-lg font-semibold"
                />
                <p className="shrink-0 font-semibold tabular-nums">
                  {formatMoney(row.total_price, row.currency)}
                </p>
              </div>
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                <Status row={row} now={now} />
                <Number row={row} />
              </div>
              <p className="wrap-anywhere">
                {row.guest_name ?? 'A former guest'}{' '}
                <span className="text-ink-soft">booked with</span>{' '}
                {row.host_name ?? 'A former host'}
              </p>
              <When row={row} />
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}

function BookingLink(props: { row: FoundBooking; id: string; className: string }) {
  const { row, id, className } = props
  return (
    <Link
      id={id}
      to={paths.adminBooking(row.id)}
      className={cx(
        'wrap-anywhere outline-offset-4 after:absolute after:inset-0 hover:underline',
        className,
      )}
    >
      {row.space_title}
    </Link>
  )
}

function Number({ row }: { row: FoundBooking }) {
  return (
    <span className="block text-xs text-ink-soft">
      <span className="font-mono">{row.id.slice(0, 8)}</span>
      <span className="block">
        Booked {formatDate(dateOf(new Date(row.created_at), row.time_zone))}
      </span>
    </span>
  )
}

function Person(props: { name: string | null; email: string | null; fallback: string }) {
  const { name, email, fallback } = props
  return (
    <>
      <span className="block truncate">{name ?? fallback}</span>
      {email && (
        <span className="block truncate text-ink-soft" title={email}>
          {email}
        </span>
      )}
    </>
  )
}

function When({ row }: { row: FoundBooking }) {
  const span = { startsAt: new Date(row.start_time), endsAt: new Date(row.end_time) }
  return (
    <p>
      <span className="lg:block">{formatDay(span.startsAt, row.time_zone)}</span>
      <span className="lg:hidden">, </span>
      <span className="text-ink-soft lg:block">{formatSpan(span, row.time_zone)}</span>
    </p>
  )
}

function Status({ row, now }: { row: FoundBooking; now: Date }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <BookingPhaseBadge booking={row} now={now} />
      {row.refund_status === 'failed' && <Badge tone="danger">Refund failed</Badge>}
    </span>
  )
}

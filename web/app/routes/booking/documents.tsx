import { useMutation } from '@tanstack/react-query'
import { CalendarPlus, FileText, ReceiptText, type LucideIcon } from 'lucide-react'
import { company } from '@hourspace/domain/company.ts'
import { googleCalendarUrl, outlookCalendarUrl } from '@hourspace/domain/external-links.ts'
import { bookingCalendarEntry, type BookingDetails } from '#web/data/booking-details.ts'
import { bookingInvoices, bookingReceipt } from '#web/data/bookings.ts'
import { phaseOf } from '#web/features/booking/booking-phase.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Panel } from './panel.tsx'
import { addressOf } from '#web/features/booking/place-texts.ts'

export function Documents(props: { booking: BookingDetails; isHost: boolean; now: Date }) {
  const { booking, isHost, now } = props
  const phase = phaseOf(booking, now)
  const hasReceipt = !isHost && Boolean(booking.payment?.paid_at) && booking.total_price > 0
  const receipt = useMutation({
    mutationFn: async () =>
      saveFile(
        await bookingReceipt(booking.id),
        `${company.name.toLowerCase()}-receipt-${booking.id.slice(0, 8)}.pdf`,
      ),
  })
  const invoices = useMutation({
    mutationFn: async () =>
      saveFile(
        await bookingInvoices(booking.id),
        `${company.name.toLowerCase()}-invoices-${booking.id.slice(0, 8)}.pdf`,
      ),
  })
  const calendar = useMutation({
    mutationFn: async () => {
      const [{ calendarFile }, entry] = await Promise.all([
        import('@hourspace/domain/calendar-file.ts'),
        bookingCalendarEntry(booking.id),
      ])
      const file = calendarFile({
        ...calendarEntryOf(booking, isHost),
        ...entry,
        url: new URL(paths.booking(entry.id), location.origin).href,
      })
      saveFile(
        new Blob([file], { type: 'text/calendar;charset=utf-8' }),
        `${company.name.toLowerCase()}-booking-${booking.id.slice(0, 8)}.ics`,
      )
    },
  })
  const hasCalendar = phase === 'upcoming' || phase === 'started' || phase === 'cancelled'
  const hasInvoices = isHost ? booking.payout !== null : hasReceipt
  if (!hasReceipt && !hasCalendar && !hasInvoices) return null

  return (
    <Panel title={hasInvoices || hasReceipt ? 'Documents' : 'Calendar'}>
      <div className="flex flex-col gap-3">
        {hasReceipt && (
          <FileAction
            icon={ReceiptText}
            label="Download receipt (PDF)"
            action={receipt}
            failure="The receipt could not be created"
          />
        )}
        {hasInvoices && (
          <FileAction
            icon={FileText}
            label="Download invoices (PDF)"
            action={invoices}
            failure="The invoices could not be created"
          />
        )}
        {hasCalendar && (
          <FileAction
            icon={CalendarPlus}
            label={
              // A booking and its extensions are one calendar entry. The file of a cancelled
              // extension updates this entry instead of removing it.
              phase === 'cancelled' && !booking.extends_booking_id
                ? 'Remove from calendar (.ics)'
                : 'Calendar file (.ics)'
            }
            action={calendar}
            failure="The calendar file could not be created"
          />
        )}
      </div>
      {hasInvoices && (
        <p className="text-sm text-ink-soft">
          Add your company and tax number in your{' '}
          <TextLink to={`${paths.profile()}#invoices`}>invoice details</TextLink>.
        </p>
      )}
      {(phase === 'upcoming' || phase === 'started') && (
        <p className="text-sm text-ink-soft">
          Add to{' '}
          <CalendarLink to={googleCalendarUrl(calendarEntryOf(booking, isHost))}>
            Google Calendar
          </CalendarLink>{' '}
          or{' '}
          <CalendarLink to={outlookCalendarUrl(calendarEntryOf(booking, isHost))}>
            Outlook
          </CalendarLink>
        </p>
      )}
    </Panel>
  )
}

function CalendarLink({ to, children }: { to: string; children: string }) {
  return (
    <TextLink
      to={to}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center pointer-coarse:min-h-11"
    >
      {children}
      <span className="sr-only"> (opens a new tab)</span>
    </TextLink>
  )
}

function FileAction(props: {
  icon: LucideIcon
  label: string
  failure: string
  action: { mutate: () => void; isPending: boolean; error: Error | null }
}) {
  const { icon: Icon, label, action, failure } = props
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="secondary"
        wide
        onPress={() => action.mutate()}
        isPending={action.isPending}
        pendingText="Preparing..."
      >
        <Icon aria-hidden className="size-5" />
        {label}
      </Button>
      <AlertText>{action.error && messageOf(action.error, failure)}</AlertText>
    </div>
  )
}

const bookingUrl = ({ id }: BookingDetails) => new URL(paths.booking(id), location.origin).href

function calendarEntryOf(booking: BookingDetails, isHost: boolean) {
  const { space, guest, guest_count: guests } = booking
  const place = addressOf(booking)?.replace('\n', ', ') ?? `${space.location}, ${space.country}`
  return {
    title: isHost ? `${guest?.full_name ?? 'A guest'} at ${space.title}` : space.title,
    startsAt: new Date(booking.start_time),
    endsAt: new Date(booking.end_time),
    location: place,
    description: `${guests} ${guests === 1 ? 'person' : 'people'}, booked on ${company.name}.\n${bookingUrl(booking)}`,
  }
}

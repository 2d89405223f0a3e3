import { company } from '@hourspace/domain/company.ts'
import { formatMoney } from '@hourspace/domain/money.ts'
import { cancelReasonText } from '@hourspace/domain/problems.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { freeThenPath } from '#web/features/booking/book-again.ts'
import { refundText } from '#web/features/booking/booking-card.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

export const freeThenLabel = 'Spaces free at that time'

/** Returns true if the host or an admin cancelled the booking. */
export const isCancelledForGuest = ({ cancelled_by: by }: Pick<BookingDetails, 'cancelled_by'>) =>
  by === 'host' || by === 'admin'

/**
 * Shows why the host or an admin cancelled the booking. Guests also see the refund and a link to
 * other spaces at that time. For a declined request, shows the host's message.
 */
export function CancelledNote(props: { booking: BookingDetails; isHost: boolean; now: Date }) {
  const { booking, isHost, now } = props
  if (booking.status === 'declined' && booking.cancel_note)
    return (
      <Banner tone="info" title={isHost ? 'Your message to the guest' : 'Message from the host'}>
        <Message>{booking.cancel_note}</Message>
      </Banner>
    )
  if (!isCancelledForGuest(booking)) return null
  const reason = cancelReasonText(booking.cancel_reason, isHost ? 'host' : 'guest')
  const hosts = isHost ? 'You' : 'The host'
  const by = booking.cancelled_by === 'host' ? hosts : company.name
  const { refunded_amount: refunded, currency } = booking
  return (
    <Banner
      tone="info"
      title={`${by} cancelled this booking`}
      action={
        !isHost &&
        new Date(booking.start_time) > now && (
          <LinkButton to={freeThenPath(booking)}>{freeThenLabel}</LinkButton>
        )
      }
    >
      {reason && <p>{reason}</p>}
      {!isHost && refunded > 0 && (
        <p>
          {formatMoney(refunded, currency)} {refundText(booking.refund_status)}.
        </p>
      )}
      {booking.cancel_note && <Message>{booking.cancel_note}</Message>}
    </Banner>
  )
}

function Message({ children }: { children: string }) {
  return <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{children}</p>
}

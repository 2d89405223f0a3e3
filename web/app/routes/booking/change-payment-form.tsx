import type { ReactNode } from 'react'
import { formatMinor } from '@hourspace/domain/money.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import type { BookingChange, ChangePayment } from '#web/data/changes.ts'
import { PaymentForm } from '#web/features/booking/payment-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { isNewTime, withdrawnText } from './change-panel.tsx'

/**
 * Payment form for the price difference of a booking change. After payment, Stripe redirects to the
 * booking's page.
 */
export function ChangePaymentForm(props: {
  bookingId: string
  payment: ChangePayment
  label: string
  onCancel: () => void
  children: ReactNode
}) {
  const { bookingId, payment, label, onCancel, children } = props
  return (
    <div className="flex flex-col gap-5">
      <p>{children}</p>
      <PaymentForm
        clientSecret={payment.clientSecret}
        label={label}
        returnPath={paths.booking(bookingId)}
        onCancel={onCancel}
      />
    </div>
  )
}

const takenFirstText =
  ' If another guest takes the new time first, you are not charged and the booking stays as it is.'

/**
 * Form in which the guest accepts a change that the host proposed, by paying the price difference.
 * If the change ends before the payment, the dialog says so instead of disappearing.
 */
export function AcceptPayment(props: {
  booking: BookingDetails
  change: BookingChange
  payment: ChangePayment
  onClose: () => void
}) {
  const { booking, change, payment, onClose } = props
  const amount = formatMinor(change.total_minor - change.old_total_minor, change.currency)
  return (
    <Modal title="Pay the difference" isOpen onClose={onClose} size="medium">
      {change.status === 'open' ? (
        <ChangePaymentForm
          bookingId={booking.id}
          payment={payment}
          label={`Pay ${amount}`}
          onCancel={onClose}
        >
          You accept the change by paying <strong>{amount}</strong>.
          {isNewTime(change) && takenFirstText}
        </ChangePaymentForm>
      ) : (
        <>
          <Banner tone="error">
            {change.status === 'withdrawn'
              ? withdrawnText
              : 'The proposed change can no longer be accepted.'}{' '}
            You were not charged.
          </Banner>
          <Button variant="secondary" wide onPress={onClose}>
            Close
          </Button>
        </>
      )}
    </Modal>
  )
}

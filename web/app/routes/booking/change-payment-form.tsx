import type { ReactNode } from 'react'
import { formatMoney } from '@hourspace/domain/money.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import type { ChangePayment } from '#web/data/changes.ts'
import { PaymentForm } from '#web/features/booking/payment-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { Modal } from '#web/ui/modal.tsx'

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
 */
export function AcceptPayment(props: {
  booking: BookingDetails
  payment: ChangePayment
  /** `difference` is a decimal amount. */
  difference: number
  /** `isNewTime` is false if only the number of people or the extras change. */
  isNewTime: boolean
  onClose: () => void
}) {
  const { booking, payment, difference, isNewTime, onClose } = props
  const amount = formatMoney(difference, booking.currency)
  return (
    <Modal title="Pay the difference" isOpen onClose={onClose} size="medium">
      <ChangePaymentForm
        bookingId={booking.id}
        payment={payment}
        label={`Pay ${amount}`}
        onCancel={onClose}
      >
        You accept the change by paying <strong>{amount}</strong>.{isNewTime && takenFirstText}
      </ChangePaymentForm>
    </Modal>
  )
}

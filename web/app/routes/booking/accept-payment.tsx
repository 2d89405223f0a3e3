import { formatMoney } from '@hourspace/domain/money.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import type { ChangePayment } from '#web/data/changes.ts'
import { Modal } from '#web/ui/modal.tsx'
import { ChangePaymentForm } from './change-payment-form.tsx'

/**
 * Form in which the guest accepts a change that the host proposed, by paying the price difference.
 */
export default function AcceptPayment(props: {
  booking: BookingDetails
  payment: ChangePayment
  /** `difference` is decimal. */
  difference: number
  onClose: () => void
}) {
  const { booking, payment, difference, onClose } = props
  const amount = formatMoney(difference, booking.currency)
  return (
    <Modal title="Pay the difference" isOpen onClose={onClose} size="medium">
      <ChangePaymentForm
        bookingId={booking.id}
        payment={payment}
        label={`Pay ${amount}`}
        onCancel={onClose}
      >
        You accept the change by paying <strong>{amount}</strong>. If the new time is taken in the
        meantime, you are not charged and the booking stays as it is.
      </ChangePaymentForm>
    </Modal>
  )
}

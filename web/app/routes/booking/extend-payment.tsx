import { PaymentForm } from '#web/features/booking/payment-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

/** Takes the payment for the hours after a running booking. */
export default function ExtendPayment(props: {
  bookingId: string
  clientSecret: string
  /** Formatted amount. */
  total: string
  onClose: () => void
}) {
  const { bookingId, clientSecret, total, onClose } = props
  return (
    <Modal title="Pay and stay longer" isOpen onClose={onClose} size="medium">
      <p>
        The time is kept for you for 15 minutes. You pay <strong>{total}</strong> in all.
      </p>
      <PaymentForm
        clientSecret={clientSecret}
        label={`Pay ${total}`}
        returnPath={paths.booking(bookingId)}
        cancel={
          <Button variant="secondary" wide onPress={onClose}>
            Cancel
          </Button>
        }
      />
    </Modal>
  )
}

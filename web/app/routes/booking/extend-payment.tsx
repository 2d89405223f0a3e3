import { PaymentForm } from '#web/features/booking/payment-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Modal } from '#web/ui/modal.tsx'

export default function ExtendPayment(props: {
  bookingId: string
  clientSecret: string
  /** `total` is a formatted amount. */
  total: string
  declined: string | undefined
  onClose: () => void
}) {
  const { bookingId, clientSecret, total, declined, onClose } = props
  return (
    <Modal title="Pay and stay longer" isOpen onClose={onClose} size="medium">
      {declined && <Banner tone="error">{declined} You can pay with another card.</Banner>}
      <p>
        We hold the time for you for 15 minutes. You pay <strong>{total}</strong> in total.
      </p>
      <PaymentForm
        clientSecret={clientSecret}
        label={`Pay ${total}`}
        returnPath={paths.booking(bookingId)}
        onCancel={onClose}
      />
    </Modal>
  )
}

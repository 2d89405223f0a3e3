import type { ReactNode } from 'react'
import type { ChangePayment } from '#web/data/changes.ts'
import { PaymentForm } from '#web/features/booking/payment-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'

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
        cancel={
          <Button variant="secondary" wide onPress={onCancel}>
            Cancel
          </Button>
        }
      />
    </div>
  )
}

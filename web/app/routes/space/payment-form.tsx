import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeError } from '@stripe/stripe-js'
import { Lock } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { brandColors } from '@hourspace/domain/company.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsDark } from '#web/ui/theme.ts'
import { stripeClient } from '#web/features/booking/load-stripe.ts'

/** Appearance of Stripe's fields. They are in an iframe, which the CSS of the page cannot style. */
function appearanceOf(isDark: boolean) {
  const colors = brandColors[isDark ? 'dark' : 'light']
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: isDark ? colors['accent-ink'] : colors.accent,
      colorBackground: colors.surface,
      colorText: colors.ink,
      colorDanger: colors['danger-ink'],
      borderRadius: '10px',
      fontFamily: 'Hanken Grotesk, system-ui, sans-serif',
    },
  } as const
}

type PaymentFormProps = {
  clientSecret: string
  /** The reason why the guest cannot pay now, if there is one. */
  blocked?: string | undefined
  cancel: ReactNode
}

export function PaymentForm(props: PaymentFormProps) {
  const [stripe] = useState(stripeClient)
  const isDark = useIsDark()
  return (
    <Elements
      key={props.clientSecret}
      stripe={stripe}
      options={{ clientSecret: props.clientSecret, appearance: appearanceOf(isDark) }}
    >
      <Fields {...props} />
    </Elements>
  )
}

function Fields({ clientSecret, blocked, cancel }: PaymentFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const navigate = useNavigate()
  const [isReady, setReady] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const [error, setError] = useState<string>()

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (!stripe || !elements || isPaying || blocked) return
    setPaying(true)
    setError(undefined)
    const result = await stripe
      .confirmPayment({
        elements,
        confirmParams: { return_url: new URL(paths.bookingConfirmation(), location.origin).href },
      })
      .catch((reason: unknown) => ({ error: reason }))
    const { type, payment_intent: intent } = (result.error ?? {}) as Partial<StripeError>
    // Shows the result of a payment that is already complete, for example paid in another tab.
    if (intent && ['succeeded', 'processing', 'canceled'].includes(intent.status)) {
      void navigate(paths.bookingConfirmation({ payment_intent_client_secret: clientSecret }))
      return
    }
    // Shows no validation error, because `confirmPayment` shows it at the focused field.
    if (type !== 'validation_error') setError(messageOf(result.error, 'An error occurred'))
    setPaying(false)
  }

  return (
    <form aria-label="Payment" className="flex flex-col gap-4" onSubmit={pay}>
      <div data-payment className="relative min-h-32">
        {!isReady && (
          <div className="absolute inset-0 flex flex-col gap-3">
            <Skeleton className="h-12 rounded-control" />
            <Skeleton className="h-12 rounded-control" />
          </div>
        )}
        <PaymentElement
          onReady={() => setReady(true)}
          onLoadError={(event) => setError(messageOf(event.error, 'An error occurred'))}
        />
      </div>
      <p role="alert" className="text-sm font-medium text-danger-ink empty:hidden">
        {blocked ?? error}
      </p>
      <Button
        type="submit"
        size="large"
        wide
        isPending={isPaying}
        pendingText="Processing..."
        isDisabled={!stripe || !isReady || Boolean(blocked)}
        // Keeps the focus in the card field, because its error on blur would move the pressed
        // button.
        onMouseDown={(event) => event.preventDefault()}
      >
        <Lock aria-hidden className="size-4" />
        Pay Now
      </Button>
      {cancel}
    </form>
  )
}

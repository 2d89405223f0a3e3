import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeError } from '@stripe/stripe-js'
import { Lock } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsDark } from '#web/ui/theme.ts'
import { stripeClient } from '#web/features/booking/load-stripe.ts'

/** Tokens of ui/tokens.css as Stripe takes colours: its fields are drawn in a frame of its own. */
const colours = {
  light: {
    colorPrimary: '#6a1f4b',
    colorBackground: '#fefdfc',
    colorText: '#251b1b',
    colorDanger: '#a8231e',
  },
  dark: {
    colorPrimary: '#eeaed0',
    colorBackground: '#1e1919',
    colorText: '#f3efeb',
    colorDanger: '#f5a79f',
  },
}

const appearanceOf = (isDark: boolean) =>
  ({
    theme: isDark ? 'night' : 'stripe',
    variables: {
      ...colours[isDark ? 'dark' : 'light'],
      borderRadius: '10px',
      fontFamily: 'Hanken Grotesk, system-ui, sans-serif',
    },
  }) as const

type PaymentFormProps = {
  clientSecret: string
  /** Says why paying is not possible just now. */
  blocked?: string | undefined
  /** The way back. */
  cancel: ReactNode
}

/** Card fields and Pay Now. Stripe leads on to the confirmation screen. */
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

/**
 * The refusal says only that this payment is out of the guest's hands: paid in another tab, or in a
 * call whose answer was lost on its way, or with a bank that takes its time, or cancelled when its
 * slot went to another tab.
 */
function isOver(error: unknown): boolean {
  const status = (error as Partial<StripeError> | undefined)?.payment_intent?.status
  return status === 'succeeded' || status === 'processing' || status === 'canceled'
}

/** What is missing in a field, the field itself says, and has the focus. */
function isSaidByField(error: unknown): boolean {
  return (error as Partial<StripeError> | undefined)?.type === 'validation_error'
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
    if (isOver(result.error)) {
      void navigate(paths.bookingConfirmation({ payment_intent_client_secret: clientSecret }))
      return
    }
    // Success leads away from here, so whatever comes back is a refusal.
    if (!isSaidByField(result.error)) setError(messageOf(result.error, 'An error occurred'))
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
        // Left by a press on this button, a card field would say what is wrong with it at once, and
        // the button would move away under the press.
        onMouseDown={(event) => event.preventDefault()}
      >
        <Lock aria-hidden className="size-4" />
        Pay Now
      </Button>
      {cancel}
    </form>
  )
}

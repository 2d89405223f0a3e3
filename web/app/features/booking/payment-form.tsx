import {
  Elements,
  ExpressCheckoutElement,
  PaymentElement,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { brandColors } from '@hourspace/domain/company.ts'
import { keepCard } from '#web/data/checkout.ts'
import { messageOf } from '#web/lib/errors.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsDark } from '#web/ui/theme.ts'
import { stripeClient } from './load-stripe.ts'

/** Appearance of Stripe's fields, whose iframe the page's CSS cannot style. */
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
  label: string
  /** `returnPath` is the page that shows the result. */
  returnPath: string
  /** `blocked` is the reason why the guest cannot pay now. */
  blocked?: string | undefined
  /** `onCancel` adds a button that cancels the payment. */
  onCancel?: () => void
}

/**
 * Wallet buttons above a card form for the same PaymentIntent. Buttons and form have separate
 * Elements objects, so that a wallet payment does not validate the empty card form.
 */
export function PaymentForm(props: PaymentFormProps) {
  const { clientSecret, label, returnPath, blocked, onCancel } = props
  // `Elements` gets the loaded Stripe object, because it ignores a rejected promise.
  const stripe = useQuery({ queryKey: ['stripe'], queryFn: stripeClient, staleTime: Infinity })
  const [loadError, setLoadError] = useState<string>()
  const container = useRef<HTMLDivElement>(null)
  const isDark = useIsDark()
  const payment = usePayment(clientSecret, returnPath)
  const options = { clientSecret, appearance: appearanceOf(isDark) }
  const failure = stripe.error ? 'The payment form could not be loaded' : loadError

  return (
    <div ref={container} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {failure ? (
        <RetryBanner
          message={failure}
          onRetry={() => {
            setLoadError(undefined)
            if (stripe.error) void stripe.refetch()
            // Moves the focus, because the pressed button disappears.
            container.current?.focus()
          }}
        />
      ) : (
        <>
          <Elements key={`wallets ${clientSecret}`} stripe={stripe.data ?? null} options={options}>
            <Wallets payment={payment} isDark={isDark} isBlocked={!!blocked} />
          </Elements>
          <Elements key={`card ${clientSecret}`} stripe={stripe.data ?? null} options={options}>
            <CardForm
              payment={payment}
              label={label}
              blocked={blocked}
              onLoadError={setLoadError}
            />
          </Elements>
        </>
      )}
      {onCancel && (
        <Button variant="secondary" wide onPress={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}

type Payment = {
  isPaying: boolean
  error: string | undefined
  /** `isDeclined` is true if the card was declined, so that nothing was charged. */
  isDeclined: boolean
  /**
   * Confirms the payment and leaves the page. Returns false if the payment failed and the guest can
   * retry.
   */
  pay: (stripe: Stripe, elements: StripeElements) => Promise<boolean>
  /** `keepsCard` is true if the guest agrees that Stripe saves the card. */
  keepsCard: boolean
  setKeepsCard: (keeps: boolean) => void
}

const finalStatuses = new Set(['succeeded', 'requires_capture', 'processing', 'canceled'])

function usePayment(clientSecret: string, returnPath: string): Payment {
  const navigate = useNavigate()
  const [isPaying, setPaying] = useState(false)
  const [error, setError] = useState<string>()
  const [isDeclined, setDeclined] = useState(false)
  const [keepsCard, setKeepsCard] = useState(false)
  // The client secret of the payment for which Stripe saves the card.
  const [savedFor, setSavedFor] = useState<string>()

  async function pay(stripe: Stripe, elements: StripeElements): Promise<boolean> {
    const returnUrl = new URL(returnPath, location.origin).href
    setPaying(true)
    setError(undefined)
    setDeclined(false)
    // `elements.submit()` validates the fields and collects the wallet's data.
    const submitted = await elements.submit()
    const kept = submitted.error ? submitted : await keep(elements)
    const result = kept.error
      ? kept
      : await stripe
          .confirmPayment({
            elements,
            confirmParams: { return_url: returnUrl },
          })
          .catch((reason: unknown) => ({ error: reason }))
    const { type, payment_intent: intent } = (result.error ?? {}) as Partial<StripeError>
    // Shows the result of a payment that can no longer be confirmed, for example because the guest
    // paid in another tab.
    if (intent && finalStatuses.has(intent.status)) {
      const url = new URL(returnUrl)
      url.searchParams.set('payment_intent_client_secret', clientSecret)
      void navigate(url.pathname + url.search)
      return true
    }
    // Shows no text for a validation error, because Stripe shows validation errors at the field.
    if (type !== 'validation_error') setError(messageOf(result.error, 'An error occurred'))
    setDeclined(type === 'card_error')
    setPaying(false)
    // Returns the focus to the card field, which lost it because Stripe disables the field during a
    // payment.
    if (type !== 'validation_error' && document.activeElement?.matches('body, iframe'))
      elements.getElement('payment')?.focus()
    return false
  }

  /** Updates the PaymentIntent if the guest has changed whether Stripe saves the card. */
  async function keep(elements: StripeElements): Promise<{ error?: unknown }> {
    if (keepsCard === (savedFor === clientSecret)) return {}
    try {
      await keepCard(clientSecret.split('_secret_')[0]!, keepsCard)
      setSavedFor(keepsCard ? clientSecret : undefined)
      return await elements.fetchUpdates()
    } catch (reason) {
      return { error: reason }
    }
  }

  return { isPaying, error, isDeclined, pay, keepsCard, setKeepsCard }
}

/** Buttons of Apple Pay, Google Pay and Link. Hidden if none of them is available. */
function Wallets(props: { payment: Payment; isDark: boolean; isBlocked: boolean }) {
  const { payment, isDark, isBlocked } = props
  const stripe = useStripe()
  const elements = useElements()
  const [state, setState] = useState<'loading' | 'shown' | 'none'>('loading')
  // Keeps the first theme, because Stripe cannot change the theme of mounted wallet buttons.
  const [theme] = useState<'white' | 'black'>(isDark ? 'white' : 'black')

  return (
    <div className={cx('flex flex-col gap-4', state === 'none' && 'hidden')}>
      <div className="relative min-h-12" data-payment>
        {state === 'loading' && <Skeleton className="absolute inset-0 rounded-control" />}
        <ExpressCheckoutElement
          options={{
            buttonHeight: 48,
            buttonType: { applePay: 'book', googlePay: 'book' },
            buttonTheme: { applePay: theme, googlePay: theme },
          }}
          onReady={({ availablePaymentMethods }) =>
            setState(availablePaymentMethods ? 'shown' : 'none')
          }
          onLoadError={() => setState('none')}
          onClick={({ resolve, reject }) => (isBlocked || payment.isPaying ? reject() : resolve())}
          onConfirm={async ({ paymentFailed }) => {
            if (stripe && elements && !(await payment.pay(stripe, elements)))
              paymentFailed({ reason: 'fail' })
          }}
        />
      </div>
      <p className="flex items-center gap-3 text-sm text-ink-faint before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or pay by card
      </p>
    </div>
  )
}

function CardForm(
  props: Pick<PaymentFormProps, 'label'> & {
    payment: Payment
    blocked: string | undefined
    onLoadError: (message: string) => void
  },
) {
  const { payment, label, blocked, onLoadError } = props
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)

  return (
    <form
      aria-label="Payment"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (stripe && elements && !payment.isPaying && !blocked) void payment.pay(stripe, elements)
      }}
    >
      <div data-payment className="relative min-h-32">
        {!isReady && (
          <div className="absolute inset-0 flex flex-col gap-3">
            <Skeleton className="h-12 rounded-control" />
            <Skeleton className="h-12 rounded-control" />
          </div>
        )}
        <PaymentElement
          // Hides wallets in the card form, because the wallet buttons above the form offer them.
          options={{ wallets: { applePay: 'never', googlePay: 'never' } }}
          onReady={() => setReady(true)}
          onLoadError={({ error }) => onLoadError(messageOf(error, 'An error occurred'))}
        />
      </div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={payment.keepsCard}
          onChange={(event) => payment.setKeepsCard(event.currentTarget.checked)}
          className="size-5 shrink-0 accent-accent"
        />
        Save this card to extend bookings with one tap
      </label>
      <AlertText>{blocked ?? payment.error}</AlertText>
      {payment.isDeclined && !blocked && (
        <p className="-mt-3 text-sm text-ink-soft">
          You were not charged. Please try again, or pay with another card.
        </p>
      )}
      <Button
        type="submit"
        size="large"
        wide
        isPending={payment.isPaying}
        pendingText="Processing..."
        isDisabled={!stripe || !isReady || Boolean(blocked)}
        // Keeps the focus in the card field. On blur, the field would show an error, which would
        // move the button from under the pointer.
        onMouseDown={(event) => event.preventDefault()}
      >
        <Lock aria-hidden className="size-4" />
        {label}
      </Button>
    </form>
  )
}

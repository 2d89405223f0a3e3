import { CalendarOff } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { availabilityOf } from '#web/data/space-state.ts'
import { useSession } from '#web/features/account/session.tsx'
import { useIsSigningIn, useSignIn } from '#web/features/account/sign-in.tsx'
import { saveDraft, spanOf } from '#web/features/booking/draft.ts'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { useLayer } from '#web/lib/use-layer.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BookingForm, type BookingFormProps, continueLabel } from './booking-form.tsx'
import type { Order } from './order-summary.tsx'
import { quoteOf } from './quote-of.ts'

const loadPaymentStep = () => import('./payment-step.tsx')
const PaymentStep = lazy(loadPaymentStep)
const OwnSpace = lazy(() => import('./own-space.tsx'))
const GuestName = lazy(() => import('./guest-name.tsx'))
const GuestDetails = lazy(() => import('./guest-details.tsx'))
const OrderSummary = lazy(() =>
  import('./order-summary.tsx').then((module) => ({ default: module.OrderSummary })),
)

type Step = 'form' | 'details' | 'payment'

const stepTitles: Record<Step, string> = {
  form: 'Book this space',
  details: 'Your details',
  payment: 'Payment',
}

type BookingPanelProps = Omit<BookingFormProps, 'onContinue'> & {
  notice: ReactNode
}

export function BookingPanel({ notice, ...props }: BookingPanelProps) {
  const { space, extras, now, selection, prices, onReload } = props
  const { status, isGuest, user, profile } = useSession()
  const signIn = useSignIn()
  const isSigningIn = useIsSigningIn()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const card = useStickyTop()
  // The order as the guest saw it before the payment step. It does not change if the host changes
  // the price.
  const [order, setOrder] = useState<Order | null>(null)
  const paymentLayer = useLayer('payment')
  const close = useEffectEvent(paymentLayer.close)
  const span = spanOf(selection)
  const isOrdered = order !== null && JSON.stringify(order.selection) === JSON.stringify(selection)
  const isCheckingOut = paymentLayer.isOpen && isOrdered

  // Returns to the form if the guest selects another time in the weekly grid.
  const isOutdated = order !== null && !isOrdered
  useEffect(() => {
    if (isOutdated) close()
  }, [isOutdated])

  // Returns to the form if the guest reloads the payment step, because a reload loses the order.
  const isLost = paymentLayer.isOpen && order === null
  const isNavigating = useNavigation().state !== 'idle'
  const wasLost = useRef(false)
  useEffect(() => {
    if (isLost) {
      wasLost.current = true
      close()
    } else if (wasLost.current && !isNavigating) {
      // Scrolls only after the navigation, at whose end the router restores an older scroll
      // position.
      wasLost.current = false
      showStep(heading.current)
    }
  }, [isLost, isNavigating])

  // The form stays open while a visitor signs in and the profile loads. Anonymous users and users
  // without a name then enter their details. A user whose profile failed to load skips this step,
  // because the user may have a name.
  let step: Step = 'form'
  if (isCheckingOut && profile)
    step = profile.full_name || profile.isUnknown ? 'payment' : 'details'
  else if (isCheckingOut && isGuest) step = 'details'
  // The payment step stays open if the profile loads later and has no name.
  const [isPaying, setPaying] = useState(false)
  if (isPaying && step === 'details') step = 'payment'
  if (isPaying !== (step === 'payment')) setPaying(step === 'payment')
  const { isBookable } = availabilityOf(space)

  // Loads the payment step's code early, so that the step opens without delay. Waits until the
  // selected hour is painted.
  const hasChosen = span !== null
  useEffect(() => {
    if (!hasChosen) return undefined
    const timer = setTimeout(() => void loadPaymentStep().catch(() => {}), 100)
    return () => clearTimeout(timer)
  }, [hasChosen])

  const isVisitor = status === 'signed-out' && !isGuest
  useEffect(() => {
    if (!isCheckingOut || !isVisitor) return undefined
    // Returns a cleanup function that closes the sign-in dialog. React calls the function when the
    // browser's Back button closes the payment layer.
    return signIn({ purpose: 'to book this time', allowsGuest: true, onDismiss: () => close() })
  }, [isCheckingOut, isVisitor, signIn])

  // Saves the selection, because signing in or paying may leave this page.
  useEffect(() => {
    if (isCheckingOut) saveDraft(space.id, selection)
  }, [isCheckingOut, space.id, selection])

  // Focuses the heading of each new step, because the focused element disappears. Keeps the focus
  // if it is in the weekly grid. Waits for the sign-in dialog to close, because an open dialog
  // would take the focus back.
  const shownStep = useRef(step)
  useEffect(() => {
    if (isSigningIn || step === shownStep.current) return
    if (!document.activeElement?.closest('[role=grid]')) showStep(heading.current)
    shownStep.current = step
  }, [step, isSigningIn])

  return (
    // Only the form is sticky. The payment step grows while it loads, which would move its heading
    // out of the window.
    <Card ref={card} className={cx('lg:top-24', step === 'form' && 'lg:sticky')}>
      {user?.id === space.user_id ? (
        <>
          {!isBookable && <UnavailableNotice />}
          <Suspense fallback={<Skeleton className="h-120 rounded-control" />}>
            <OwnSpace {...props} />
          </Suspense>
        </>
      ) : !isBookable && step !== 'payment' ? (
        // A guest who holds the slot can still pay after the space becomes unavailable.
        <UnavailableNotice>
          <LinkButton
            to={paths.explore({ location: space.location, type: space.type })}
            variant="secondary"
          >
            Similar spaces in {space.location}
          </LinkButton>
        </UnavailableNotice>
      ) : (
        <div className="flex flex-col gap-5">
          <h2 ref={heading} tabIndex={-1} className="scroll-mt-28 text-2xl outline-none">
            {stepTitles[step]}
          </h2>
          {order && step === 'payment' ? (
            <Suspense fallback={<Skeleton className="h-96 rounded-control" />}>
              <PaymentStep
                order={order}
                now={now}
                onCancel={() => {
                  paymentLayer.close()
                  onReload()
                }}
                onBooked={(booking) => {
                  const confirmation = paths.bookingConfirmation({ booking, space: space.id })
                  void navigate(confirmation, { replace: true })
                }}
              />
            </Suspense>
          ) : order && step === 'details' ? (
            <Suspense fallback={<Skeleton className="h-64 rounded-control" />}>
              <OrderSummary order={order} now={now} />
              {user ? (
                <GuestName
                  userId={user.id}
                  submit={continueLabel(order.space, quoteOf(order))}
                  onCancel={paymentLayer.close}
                />
              ) : (
                <GuestDetails
                  submit={continueLabel(order.space, quoteOf(order))}
                  onCancel={paymentLayer.close}
                />
              )}
            </Suspense>
          ) : (
            <>
              {notice}
              <BookingForm
                {...props}
                onContinue={() => {
                  if (!span) return
                  setOrder({ space, extras, selection, span, prices })
                  paymentLayer.open()
                }}
              />
            </>
          )}
        </div>
      )}
    </Card>
  )
}

/**
 * Focuses the heading of a step. Scrolls to the heading unless it is in the upper third of the
 * window.
 */
function showStep(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
  const top = heading?.getBoundingClientRect().top ?? 0
  const headerHeight = 72
  if (top < headerHeight || top > innerHeight / 3) heading?.scrollIntoView({ block: 'start' })
}

/**
 * Makes a sticky element that is taller than the window stick with its lower end in view, so that
 * its button stays visible.
 */
function useStickyTop(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      element.style.top = `min(6rem, calc(100dvh - ${element.offsetHeight}px - 1.5rem))`
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return ref
}

function UnavailableNotice({ children }: { children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 py-8 text-center">
      <span className="inline-flex size-14 items-center justify-center rounded-full bg-danger-soft text-danger-ink">
        <CalendarOff aria-hidden className="size-6" />
      </span>
      <h2 className="text-xl">Temporarily Unavailable</h2>
      <p className="max-w-xs text-ink-soft">
        This space isn’t taking bookings right now. Please check back soon.
      </p>
      {children}
    </div>
  )
}

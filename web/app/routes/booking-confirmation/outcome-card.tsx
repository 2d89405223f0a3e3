import { CircleArrowLeft, CircleCheck, CircleX, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PaidFor } from '#web/data/checkout.ts'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import type { Outcome } from './use-confirmation.ts'

const processing = {
  icon: LoaderCircle,
  color: 'text-accent-ink animate-spin',
  title: 'Processing Payment',
  text: 'Your payment is processing.',
}

const faces = {
  checking: processing,
  processing,
  // For a booking request, keeps the progress text, because the page of the request opens
  // immediately.
  requested: processing,
  confirmed: {
    icon: CircleCheck,
    color: 'text-success',
    title: 'Booking Confirmed',
    text: 'Your booking has been confirmed.',
  },
  refunded: {
    icon: CircleArrowLeft,
    color: 'text-caution',
    title: 'Refund on its way',
    text: 'This time was taken or over before your payment arrived, so there is no booking. You’ll get a full refund on your card within 5 to 7 business days.',
  },
  failed: { icon: CircleX, color: 'text-danger', title: 'Payment Failed', text: '' },
}

function textOf(outcome: Outcome): string {
  if (outcome.status === 'failed') return outcome.message
  const { text } = faces[outcome.status]
  return outcome.status === 'confirmed' && outcome.hasPaid ? `Payment successful! ${text}` : text
}

/** Returns advice to show below the text of a failed payment; null if there is none. */
function adviceOn(outcome: Outcome, paidFor: PaidFor | null): string | null {
  if (outcome.status !== 'failed') return null
  if (outcome.reason === 'waiting')
    return 'Your bank is waiting for you in another tab. Confirm there, or go back to the space and pay again. You have not been charged.'
  const why =
    outcome.reason === 'cancelled'
      ? 'Your hold expired, so the payment was cancelled. You have not been charged.'
      : outcome.reason === 'refused'
        ? 'You have not been charged.'
        : null
  const next =
    paidFor &&
    (paidFor.isFree
      ? 'The time you chose is still free.'
      : 'The time you chose is no longer available. Please choose another.')
  return [why, next].filter(Boolean).join(' ') || null
}

function wayBack(outcome: Outcome, { isFree }: PaidFor): string {
  if (outcome.status === 'refunded') return 'Choose another time'
  return outcome.status === 'failed' && outcome.reason === 'refused' && isFree
    ? 'Try again'
    : 'Back to the space'
}

export function OutcomeCard(props: {
  outcome: Outcome
  /**
   * `paidFor` is the space of a failed or refunded payment. `paidFor.isFree` says whether the paid
   * slot is free. `paidFor` is undefined until loaded and null if the payment is not found.
   */
  paidFor?: PaidFor | null | undefined
  children?: ReactNode
}) {
  const { outcome, paidFor, children } = props
  const { icon: Icon, color, title } = faces[outcome.status]
  const advice = adviceOn(outcome, paidFor ?? null)
  return (
    <Card
      className={cx(
        'flex w-full flex-col items-center gap-5 text-center sm:p-10',
        outcome.status === 'confirmed' ? 'max-w-3xl' : 'max-w-xl',
      )}
    >
      <Icon aria-hidden className={cx('size-14', color)} strokeWidth={1.5} />
      <div aria-live="polite" className="flex flex-col gap-2">
        <h1 className="text-3xl">{title}</h1>
        <p className="max-w-md text-ink-soft">{textOf(outcome)}</p>
        {advice && <p className="max-w-md text-balance text-ink-soft">{advice}</p>}
      </div>
      {children}
      {paidFor && (
        <LinkButton to={paths.space(paidFor.space)}>{wayBack(outcome, paidFor)}</LinkButton>
      )}
      {paidFor === null && <LinkButton to={paths.explore()}>Explore Spaces</LinkButton>}
      <div className="mt-2 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
        <LinkButton to={paths.dashboard()} variant="secondary">
          View My Bookings
        </LinkButton>
        <LinkButton to={paths.home()} variant="secondary">
          Return to Home
        </LinkButton>
      </div>
    </Card>
  )
}

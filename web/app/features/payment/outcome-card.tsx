import { CircleCheck, CircleX, LoaderCircle, Undo2, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import type { Outcome } from './use-confirmation.ts'

type Face = { icon: LucideIcon; colour: string; title: string; text: string }

function faceOf(outcome: Outcome): Face {
  switch (outcome.status) {
    case 'confirmed':
      return {
        icon: CircleCheck,
        colour: 'text-success',
        title: 'Booking Confirmed',
        text: outcome.hasPaid
          ? 'Payment successful! Your booking has been confirmed.'
          : 'Your booking has been confirmed.',
      }
    case 'refunded':
      return {
        icon: Undo2,
        colour: 'text-caution',
        title: 'Payment Refunded',
        text: 'This time was taken before your payment arrived, so there is no booking. Your money is refunded in full and reaches your card in 5 to 7 business days.',
      }
    case 'failed':
      return {
        icon: CircleX,
        colour: 'text-danger',
        title: 'Payment Failed',
        text: outcome.message,
      }
    default:
      return {
        icon: LoaderCircle,
        colour: 'text-accent-ink animate-spin',
        title: 'Processing Payment',
        text: 'Your payment is processing.',
      }
  }
}

/** What became of a payment, and where to go from here. */
export function OutcomeCard({ outcome, children }: { outcome: Outcome; children?: ReactNode }) {
  const { icon: Icon, colour, title, text } = faceOf(outcome)
  return (
    <Card className="flex w-full max-w-xl flex-col items-center gap-5 text-center sm:p-10">
      <Icon aria-hidden className={cx('size-14', colour)} strokeWidth={1.5} />
      <div aria-live="polite" className="flex flex-col gap-2">
        <h1 className="text-3xl">{title}</h1>
        <p className="max-w-md text-ink-soft">{text}</p>
      </div>
      {children}
      <div className="mt-2 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
        <LinkButton
          to={paths.dashboard()}
          variant={outcome.status === 'failed' ? 'secondary' : 'primary'}
        >
          View My Bookings
        </LinkButton>
        <LinkButton to={paths.home()} variant="secondary">
          Return to Home
        </LinkButton>
      </div>
    </Card>
  )
}

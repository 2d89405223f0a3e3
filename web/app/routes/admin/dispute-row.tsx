import { Suspense, useState } from 'react'
import { formatMinor } from '@hourspace/domain/money.ts'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { formatMoment } from '#web/lib/times.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { bookingOf, type OpenDispute } from './statistics.ts'

const DisputeDialog = lazy(() => import('./dispute-dialog.tsx'))

export function DisputeRow(props: { dispute: OpenDispute; onAnswered: () => void }) {
  const { dispute, onAnswered } = props
  const { id, status, amount_minor, currency, payment, due_by, answered_at } = dispute
  const isInquiry = status === 'inquiry'
  const bookingId = bookingOf(payment)
  const [isOpen, setOpen] = useState(false)
  const name = `${formatMinor(amount_minor, currency)} for ${payment.space.title}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <div className="min-w-0 grow basis-72">
        <p className="font-semibold">
          {isInquiry ? 'Bank inquiry:' : 'Disputed:'} {name}
        </p>
        <p className="text-ink-soft wrap-anywhere">
          {answered_at
            ? `Answered ${formatMoment(new Date(answered_at), 'UTC')} UTC; the bank decides.`
            : due_by
              ? `Answer by ${formatMoment(new Date(due_by), 'UTC')} UTC.`
              : 'Answer it before the bank’s deadline.'}{' '}
          The host’s payout is on hold until the bank decides.{' '}
          {bookingId && <TextLink to={paths.adminBooking(bookingId)}>Open booking</TextLink>}
        </p>
      </div>
      {!answered_at && (
        <Button size="small" variant="secondary" onPress={() => setOpen(true)}>
          Answer
          <span className="sr-only">
            {' '}
            the {isInquiry ? 'inquiry' : 'dispute'}: {name}
          </span>
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <DisputeDialog
            disputeId={id}
            isInquiry={isInquiry}
            onClose={() => setOpen(false)}
            onSent={() => {
              setOpen(false)
              showToast({ title: 'Answer sent to the bank', tone: 'success' })
              onAnswered()
            }}
          />
        </Suspense>
      )}
    </li>
  )
}

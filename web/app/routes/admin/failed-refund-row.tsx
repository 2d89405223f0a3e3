import { useState } from 'react'
import { formatMoney, toDecimal } from '@hourspace/domain/money.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { takeUpRefund, type FailedRefund } from './statistics.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Button } from '#web/ui/button.tsx'

/** A refund that came back, and the two ways on. */
export function FailedRefundRow(props: { refund: FailedRefund; onSettled: () => void }) {
  const { refund, onSettled } = props
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const sum = formatMoney(toDecimal(refund.amount_minor, refund.currency), refund.currency)
  const isOurs = refund.reason !== 'made_at_stripe'

  async function takeUp(action: 'retry' | 'settled') {
    setPending(true)
    setError(undefined)
    try {
      await takeUpRefund(await browserClient(), refund.id, action)
      onSettled()
    } catch (reason) {
      setError(messageOf(reason, 'Failed to take up the refund'))
      setPending(false)
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <div className="min-w-0 grow basis-72">
        <p className="font-semibold">
          A refund of {sum} for {refund.payment.space.title} came back
        </p>
        <p className="text-ink-soft">
          The bank says: {refund.last_error?.replaceAll('_', ' ') ?? 'nothing'}.{' '}
          {isOurs
            ? 'Ask the card once more, or pay the guest by other means.'
            : 'It was made at Stripe: make it again there, or pay the guest by other means.'}
        </p>
        <p role="alert" className="font-medium text-danger-ink empty:hidden">
          {error}
        </p>
      </div>
      <div className="flex gap-2">
        {isOurs && (
          <Button
            size="small"
            variant="secondary"
            isPending={isPending}
            onPress={() => void takeUp('retry')}
          >
            Try again
          </Button>
        )}
        <Button
          size="small"
          variant="secondary"
          isPending={isPending}
          onPress={() => void takeUp('settled')}
        >
          Paid by other means
        </Button>
      </div>
    </li>
  )
}

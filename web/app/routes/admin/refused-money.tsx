import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Currency, formatMinor } from '@hourspace/domain/money.ts'
import { browserClient } from '#web/data/browser-client.ts'
import type { Client } from '#web/data/client.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons, Modal } from '#web/ui/modal.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'
import {
  bookingOf,
  type FailedRefund,
  type MoneyDecision,
  type RefusedPayout,
  resolveFailedRefund,
  resolveRefusedPayout,
} from './statistics.ts'

type Resolve = (client: Client, id: string, decision: MoneyDecision) => Promise<void>

const amountOf = ({ amount_minor, currency }: { amount_minor: number; currency: Currency }) =>
  formatMinor(amount_minor, currency)

const reasonOf = ({ last_error }: { last_error: string | null }) =>
  `Reason: ${last_error?.replaceAll('_', ' ').replace(/\.$/, '') ?? 'unknown'}.`

export function FailedRefundRow(props: { refund: FailedRefund; onSettled: () => void }) {
  const { refund, onSettled } = props
  const bookingId = bookingOf(refund.payment)
  const isOurs = refund.reason !== 'made_at_stripe'
  return (
    <RefusedRow
      id={refund.id}
      title={`The refund of ${amountOf(refund)} for ${refund.payment.space.title} failed`}
      paid={`the guest’s ${amountOf(refund)}`}
      resolve={resolveFailedRefund}
      isRetryable={isOurs}
      onSettled={onSettled}
    >
      {reasonOf(refund)}{' '}
      {isOurs
        ? 'Try the card again, or pay the guest another way.'
        : 'It was created in Stripe: repeat it there, or pay the guest another way.'}{' '}
      {bookingId && <TextLink to={paths.adminBooking(bookingId)}>Open booking</TextLink>}
    </RefusedRow>
  )
}

export function RefusedPayoutRow(props: { payout: RefusedPayout; onSettled: () => void }) {
  const { payout, onSettled } = props
  const { booking } = payout
  return (
    <RefusedRow
      id={payout.id}
      title={`Stripe refuses the payout of ${amountOf(payout)} for ${booking.space.title}`}
      paid="the host’s share"
      resolve={resolveRefusedPayout}
      isRetryable
      onSettled={onSettled}
    >
      {reasonOf(payout)} It is retried every day. Fix the cause and try again, or pay the host
      another way. <TextLink to={paths.adminBooking(booking.id)}>Open booking</TextLink>
    </RefusedRow>
  )
}

function RefusedRow(props: {
  id: string
  title: string
  /** `paid` names the money that an admin can pay by other means, such as "the host’s share". */
  paid: string
  resolve: Resolve
  isRetryable: boolean
  onSettled: () => void
  children: ReactNode
}) {
  const { id, title, resolve, isRetryable, onSettled } = props
  const [isSettling, setSettling] = useState(false)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => resolve(await browserClient(), id, { action: 'retry' }),
    onSuccess: () => {
      showToast({
        title: 'Retry started. If Stripe refuses again, this entry comes back.',
        tone: 'success',
      })
      onSettled()
    },
  })
  const isBusy = isPending || isSuccess
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <div className="min-w-0 grow basis-72">
        <p className="font-semibold">{title}</p>
        <p className="text-ink-soft wrap-anywhere">{props.children}</p>
        <AlertText>{error && messageOf(error, 'Failed to try again')}</AlertText>
      </div>
      <div className="flex gap-2">
        {isRetryable && (
          <Button size="small" variant="secondary" isPending={isBusy} onPress={() => mutate()}>
            Try again
          </Button>
        )}
        <Button
          size="small"
          variant="secondary"
          isDisabled={isBusy}
          onPress={() => setSettling(true)}
        >
          Paid another way
        </Button>
      </div>
      {isSettling && <SettleDialog {...props} onClose={() => setSettling(false)} />}
    </li>
  )
}

function SettleDialog(props: {
  id: string
  title: string
  paid: string
  resolve: Resolve
  onSettled: () => void
  onClose: () => void
}) {
  const { id, resolve, onSettled, onClose } = props
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isMissing = note.trim().length < 3
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () =>
      resolve(await browserClient(), id, { action: 'settled', note: note.trim() }),
    onSuccess: () => {
      showToast({ title: 'Recorded as paid', tone: 'success' })
      onSettled()
      onClose()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (!isMissing && !isPending) mutate()
  }

  return (
    <Modal title="Paid another way?" isOpen onClose={onClose} size="medium">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-ink-soft">
          {props.title}. Record that {props.paid} left your bank by other means. Stripe is not asked
          again, and this can’t be undone.
        </p>
        <PlainTextArea
          label="How and why"
          name="settle-note"
          description="Kept with your name and the time, for the books."
          error={isChecked && isMissing ? 'Please say how and why it was paid' : undefined}
          value={note}
          onValue={setNote}
          maxLength={2000}
          rows={3}
        />
        {error && <Banner tone="error">{messageOf(error, 'Failed to record the payment')}</Banner>}
        <DialogButtons cancel="Back" onCancel={onClose}>
          <Button type="submit" isPending={isPending}>
            Record as paid
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}

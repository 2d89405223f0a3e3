import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { decimalsProblem } from '@hourspace/domain/decimals-problem.ts'
import { formatMinor, percentOf, toDecimal, toMinor } from '@hourspace/domain/money.ts'
import { longestProblemText, problemRules } from '@hourspace/domain/problems.ts'
import type { AdminBooking } from '#web/data/admin-bookings.ts'
import { decideProblem, type Problem } from '#web/data/problems.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PlainInput, PlainTextArea } from '#web/ui/plain-field.tsx'

export default function DecideDialog(props: {
  problem: Problem
  booking: AdminBooking
  onClose: () => void
  onDecided: () => void
}) {
  const { problem, booking, onClose, onDecided } = props
  const { currency, refundable_minor: left } = booking
  const money = (minor: number) => formatMinor(minor, currency)
  const claimed = problem.claimed_minor ?? 0
  const [percentage, setPercentage] = useState('50')
  const [amount, setAmount] = useState(String(toDecimal(claimed, currency)))
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (isUpheld: boolean) =>
      decideProblem({
        problemId: problem.id,
        isUpheld,
        note: note.trim(),
        ...(problem.kind === 'not_as_described' && { percentage: Number(percentage) }),
        ...(problem.kind === 'damage' && { amountMinor: toMinor(amount, currency) }),
      }),
    onSuccess: onDecided,
  })
  const total = toMinor(booking.total_price, currency)
  const share = Number(percentage)
  const amountProblem =
    Number(amount) > 0 && toMinor(amount, currency) <= claimed
      ? decimalsProblem(Number(amount), currency)
      : `Please enter at most ${money(claimed)}`
  const isWrong =
    (problem.kind === 'not_as_described' &&
      !(Number.isInteger(share) && share > 0 && share <= 100)) ||
    (problem.kind === 'damage' && amountProblem !== null)
  const refund = problem.kind === 'no_access' ? left : Math.min(left, percentOf(total, share || 0))

  function decide(isUpheld: boolean) {
    setChecked(true)
    if (note.trim() && !isPending && !(isUpheld && isWrong)) mutate(isUpheld)
  }

  return (
    <Modal title={problemRules[problem.kind].name} isOpen onClose={onClose} size="medium">
      <p className="text-ink-soft">{rules[problem.kind]}</p>
      {problem.kind === 'not_as_described' && (
        <PlainInput
          label="Refund in percent"
          name="decision-percentage"
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
          value={percentage}
          onValue={setPercentage}
          description={`${money(refund)} of ${money(total)}; ${money(left)} can still be refunded`}
          error={isChecked && isWrong ? 'Please enter 1 to 100, or decline the report' : undefined}
        />
      )}
      {problem.kind === 'damage' && (
        <PlainInput
          label={`Accepted amount (${currency})`}
          name="decision-amount"
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          value={amount}
          onValue={setAmount}
          description={`The host claims ${money(claimed)}.`}
          error={isChecked && amountProblem ? amountProblem : undefined}
        />
      )}
      <PlainTextArea
        label="Reason"
        name="decision-note"
        description="The guest and the host read it."
        value={note}
        onValue={setNote}
        maxLength={longestProblemText}
        rows={3}
        error={isChecked && !note.trim() ? 'Please give a reason' : undefined}
      />
      {problem.kind !== 'damage' && booking.payout?.status === 'paid' && (
        <Banner tone="caution">
          The host was already paid. What is refunded of the share is deducted from later payouts.
        </Banner>
      )}
      {error && <Banner tone="error">{messageOf(error, 'The decision could not be saved')}</Banner>}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button
          variant="secondary"
          isPending={isPending && variables === false}
          onPress={() => decide(false)}
        >
          Decline report
        </Button>
        <Button isPending={isPending && variables === true} onPress={() => decide(true)}>
          {problem.kind === 'damage' ? 'Accept claim' : `Refund ${money(refund)}`}
        </Button>
      </div>
    </Modal>
  )
}

const rules = {
  no_access: 'If you confirm it, the guest gets everything back and the host is not paid.',
  not_as_described:
    'Choose how much of the payment the guest gets back. The host’s share is reduced in the same proportion.',
  no_show: '',
  damage:
    'Accepting moves no money: we ask the guest to pay, and after 14 days the claim goes to the insurance.',
} as const

import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { formatMinor } from '@hourspace/domain/money.ts'
import { repairDifference, type Difference } from '#web/data/reconciliation.ts'
import { messageOf } from '#web/lib/errors.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PlainInput } from '#web/ui/plain-field.tsx'

export default function RepairDialog(props: {
  difference: Difference
  name: string
  onClose: () => void
  onRepaired: () => void
}) {
  const { difference, name, onClose, onRepaired } = props
  const { currency, stripe_minor, ledger_minor } = difference
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const repair = useMutation({
    mutationFn: () => repairDifference(difference.id, reason),
    onSuccess: onRepaired,
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setMissing(!reason.trim())
    if (reason.trim()) repair.mutate()
  }

  return (
    <Modal title="Correct the ledger" isOpen onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="wrap-anywhere">
          This adds a correction of {formatMinor(stripe_minor - ledger_minor, currency)} for {name}.
          It moves no money. Your name and reason are kept with it.
        </p>
        <PlainInput
          label="Reason"
          name="reason"
          value={reason}
          onValue={setReason}
          autoComplete="off"
          error={isMissing ? 'Please give a reason' : undefined}
        />
        <AlertText>{repair.error && messageOf(repair.error, 'The correction failed')}</AlertText>
        <Button type="submit" wide isPending={repair.isPending}>
          Correct the ledger
        </Button>
      </form>
    </Modal>
  )
}

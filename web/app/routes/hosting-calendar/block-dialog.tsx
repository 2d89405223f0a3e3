import { parseDate } from '@internationalized/date'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { blockTime } from '#web/data/host-calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PlainInput, PlainSelect } from '#web/ui/plain-field.tsx'
import { BlockError } from './block-error.tsx'

type BlockDialogProps = {
  spaces: readonly { id: string; title: string; time_zone: string }[]
  spaceId: string
  date: string
  onClose: () => void
  onBlocked: () => void
}

/** Dialog that blocks whole days of a space, in the space's time zone. */
export default function BlockDialog(props: BlockDialogProps) {
  const { spaces, date, onClose, onBlocked } = props
  const [spaceId, setSpaceId] = useState(props.spaceId)
  const [from, setFrom] = useState<string | null>(date)
  const [through, setThrough] = useState<string | null>(date)
  const [note, setNote] = useState('')
  const block = useMutation({ mutationFn: blockTime, onSuccess: onBlocked })
  const zone = spaces.find(({ id }) => id === spaceId)?.time_zone ?? 'UTC'
  const isReversed = from !== null && through !== null && through < from

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!from || !through || isReversed || block.isPending) return
    const startsAt = parseDate(from).toDate(zone).toISOString()
    const endsAt = parseDate(through).add({ days: 1 }).toDate(zone).toISOString()
    block.mutate({ spaceId, startsAt, endsAt, note: note.trim() })
  }

  return (
    <Modal title="Block dates" isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        <PlainSelect
          label="Space"
          name="space"
          value={spaceId}
          onValue={setSpaceId}
          options={spaces.map(({ id, title }) => ({ id, label: title }))}
        />
        <DatePicker label="From" value={from} onChange={setFrom} isRequired />
        <DatePicker
          label="Through"
          value={through}
          onChange={setThrough}
          isRequired
          {...(isReversed && { errorMessage: 'Choose the same day as “From” or a later one' })}
        />
        <PlainInput
          label="Note"
          name="note"
          isOptional
          maxLength={200}
          value={note}
          onValue={setNote}
          description="Only you can read it."
        />
        <BlockError error={block.error} />
        <Button type="submit" isPending={block.isPending} pendingText="Blocking...">
          Block dates
        </Button>
      </form>
    </Modal>
  )
}

import { parseDate } from '@internationalized/date'
import { type SubmitEvent, useState } from 'react'
import type { CalendarSpace, Conflict, TimesToBlock } from '#web/data/host-calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PlainInput, PlainSelect } from '#web/ui/plain-field.tsx'
import { BlockError, type BlockProblem, showBlockProblem } from './block-error.tsx'
import { RepeatField } from './repeat-field.tsx'
import { weeklyBlocks } from './weekly-blocks.ts'

type BlockDialogProps = {
  spaces: readonly CalendarSpace[]
  spaceId: string
  date: string
  onClose: () => void
  onBlock: (times: TimesToBlock) => Promise<{ conflicts: Conflict[] }>
}

/** Dialog that blocks whole days of a space, in the space's time zone. */
export default function BlockDialog(props: BlockDialogProps) {
  const { spaces, date, onClose, onBlock } = props
  const [spaceId, setSpaceId] = useState(props.spaceId)
  const [from, setFrom] = useState<string | null>(date)
  const [through, setThrough] = useState<string | null>(date)
  const [note, setNote] = useState('')
  const [repeatUntil, setRepeatUntil] = useState('')
  const [problem, setProblem] = useState<BlockProblem>(null)
  const [isPending, setPending] = useState(false)
  const space = spaces.find(({ id }) => id === spaceId)
  const zone = space?.time_zone ?? 'UTC'
  const isReversed = from !== null && through !== null && through < from

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (!space || !from || !through || isReversed || isPending) return
    const starts_at = parseDate(from).toDate(zone).toISOString()
    const ends_at = parseDate(through).add({ days: 1 }).toDate(zone).toISOString()
    const block = { starts_at, ends_at, note: note.trim() }
    const times = { spaceId, blocks: weeklyBlocks(block, repeatUntil, zone) }
    setProblem(null)
    setPending(true)
    // Shows the problem as a toast if the host has left the page, which removes the form.
    const report = (found: Error | Conflict[]) =>
      form.isConnected ? setProblem(found) : showBlockProblem(found, times, space)
    void onBlock(times)
      .then(({ conflicts }) => (conflicts.length > 0 ? report(conflicts) : onClose()), report)
      .finally(() => setPending(false))
  }

  return (
    // Stays open while the request is in flight, so that it can show the error.
    <Modal title="Block dates" isOpen onClose={() => !isPending && onClose()}>
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
        {from && <RepeatField date={from} value={repeatUntil} onValue={setRepeatUntil} />}
        <PlainInput
          label="Note"
          name="note"
          isOptional
          maxLength={200}
          value={note}
          onValue={setNote}
          description="Only you can read it."
        />
        <BlockError problem={problem} timeZone={zone} />
        <Button type="submit" isPending={isPending} pendingText="Blocking...">
          Block dates
        </Button>
      </form>
    </Modal>
  )
}

import { ExternalLink, X } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type Currency, formatMoney } from '@hourspace/domain/money.ts'
import {
  type TimesToBlock,
  type CalendarEntry,
  multirange,
  type TimesToUnblock,
} from '#web/data/host-calendar.ts'
import { onCloseRequest } from '#web/lib/close-requests.ts'
import { paths } from '#web/lib/paths.ts'
import { calendarDay, formatDatedSpan } from '#web/lib/times.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PlainInput, PlainSelect } from '#web/ui/plain-field.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { BlockError, type BlockProblem } from './block-error.tsx'
import { ImportSource } from './import-source.tsx'
import { axisLabel, entryText, type HourSelection, type SelectedHours } from './hour-cells.ts'
import { RepeatField } from './repeat-field.tsx'
import { UnblockButton } from './unblock-button.tsx'
import { weeklyBlocks } from './weekly-blocks.ts'

type HoursPanelProps = {
  space: { id: string; title: string; time_zone: string; currency: Currency }
  selection: HourSelection
  hours: SelectedHours
  now: Date
  isPending: boolean
  problem: BlockProblem
  onSelect: (selection: HourSelection) => void
  onBlock: (times: TimesToBlock) => void
  onUnblock: (unblocked: TimesToUnblock) => void
  onNote: (block: CalendarEntry) => Promise<unknown>
  onClose: () => void
}

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

export function HoursPanel(props: HoursPanelProps) {
  const { space, selection, hours, now, isPending, problem, onSelect, onClose } = props
  const { date, from, to } = selection
  const [note, setNote] = useState('')
  const [repeatUntil, setRepeatUntil] = useState('')
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
    document.addEventListener('keydown', onKey)
    const stopCloseRequests = onCloseRequest(() => close())
    return () => {
      document.removeEventListener('keydown', onKey)
      stopCloseRequests()
    }
  }, [])
  const span = { starts_at: hours.startsAt.toISOString(), ends_at: hours.endsAt.toISOString() }
  const hourOptions = (first: number, last: number, label: (hour: number) => string) =>
    Array.from({ length: last - first + 1 }, (_, index) => ({
      id: String(first + index),
      label: label(first + index),
    }))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const blocks = weeklyBlocks({ ...span, note: note.trim() }, repeatUntil, space.time_zone)
    props.onBlock({ spaceId: space.id, blocks })
  }

  return (
    // The dialog is not modal, because the host can select other hours while it is open.
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Browsers center a dialog element.
      role="dialog"
      aria-label="Selected hours"
      className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-50 max-lg:max-h-[75dvh] max-lg:overflow-y-auto lg:sticky lg:top-24"
    >
      <Card className="flex flex-col gap-4 max-lg:rounded-b-none max-lg:shadow-floating">
        <div className="flex items-start justify-between gap-2">
          <div>
            <h3 key={date} ref={focus} tabIndex={-1} className="text-xl outline-none">
              {calendarDay(date).name}
            </h3>
            <p className="text-sm text-ink-soft">{space.title}</p>
          </div>
          <IconButton icon={X} label="Close" onPress={onClose} className="-mt-2 -mr-2" />
        </div>
        <div className="grid grid-cols-2 gap-3">
          <PlainSelect
            name="from"
            label="From"
            value={String(from)}
            options={hourOptions(0, 23, axisLabel)}
            onValue={(value) =>
              onSelect({ date, from: Number(value), to: Math.max(to, Number(value)) })
            }
          />
          <PlainSelect
            name="until"
            label="Until"
            value={String(to)}
            options={hourOptions(from, 23, (hour) =>
              hour === 23 ? 'Midnight' : axisLabel(hour + 1),
            )}
            onValue={(value) => onSelect({ date, from, to: Number(value) })}
          />
        </div>
        {hours.entries.length > 0 && (
          <ul className="flex flex-col gap-3">
            {hours.entries.map((entry) => (
              <EntryDetails
                key={`${entry.kind} ${entry.starts_at}`}
                entry={entry}
                space={space}
                now={now}
                onUnblock={props.onUnblock}
                onNote={props.onNote}
              />
            ))}
          </ul>
        )}
        {hours.entries.length === 0 && (
          <p className="text-sm text-ink-soft">
            {hours.price === null
              ? 'Bookings can’t start in some of these hours.'
              : `Guests pay ${formatMoney(hours.price, space.currency)} for these hours, plus the platform fee.`}{' '}
            <TextLink to={paths.hostingRules(space.id)}>Hours and prices</TextLink>
          </p>
        )}
        {hours.isBlocked && (
          <Button
            variant="secondary"
            isPending={isPending}
            onPress={() =>
              props.onUnblock({
                spaceId: space.id,
                times: multirange(span.starts_at, span.ends_at),
              })
            }
          >
            Open these hours
          </Button>
        )}
        <BlockError problem={problem} timeZone={space.time_zone} />
        {hours.canBlock && (
          <form onSubmit={submit} className="flex flex-col gap-4">
            <RepeatField date={date} value={repeatUntil} onValue={setRepeatUntil} />
            <PlainInput
              label="Note"
              name="note"
              isOptional
              maxLength={200}
              value={note}
              onValue={setNote}
              description="Only you can read it."
            />
            <Button type="submit" isPending={isPending} pendingText="Blocking...">
              Block these hours
            </Button>
          </form>
        )}
        {hours.isTaken && to > from && !hours.isPast && (
          <p className="text-sm text-ink-soft">
            These hours can’t be blocked while part of them is taken. Choose fewer hours.
          </p>
        )}
        {hours.isPast && <p className="text-sm text-ink-soft">These hours are over.</p>}
      </Card>
    </div>
  )
}

function EntryDetails(
  props: Pick<HoursPanelProps, 'space' | 'now' | 'onUnblock' | 'onNote'> & { entry: CalendarEntry },
) {
  const { entry, space, now, onUnblock, onNote } = props
  const span = { startsAt: new Date(entry.starts_at), endsAt: new Date(entry.ends_at) }
  return (
    <li className="flex flex-col gap-1 rounded-control bg-sunken p-3 text-sm">
      <p className="font-semibold wrap-anywhere">{entryText(entry)}</p>
      <p className="text-ink-soft">{formatDatedSpan(span, space.time_zone)}</p>
      {entry.buffered_until && (
        <p className="text-ink-soft">
          Time between bookings:{' '}
          {(Date.parse(entry.buffered_until) - span.endsAt.getTime()) / 60_000} minutes
        </p>
      )}
      {entry.booking_id && (
        <>
          {entry.host_share_amount !== null && entry.currency && (
            <p className="text-ink-soft">
              Your share: {formatMoney(entry.host_share_amount, entry.currency)}
            </p>
          )}
          <Link
            to={paths.booking(entry.booking_id)}
            className="text-link inline-flex min-h-9 items-center gap-1.5 self-start pointer-coarse:min-h-11"
          >
            {entry.kind === 'request' ? 'Answer the request' : 'View booking'}
            <ExternalLink aria-hidden className="size-4" />
          </Link>
        </>
      )}
      {entry.kind === 'hold' && <p className="text-ink-soft">A guest is paying for this time.</p>}
      {entry.kind === 'calendar' && <ImportSource entry={entry} space={space} now={now} />}
      {entry.kind === 'blackout' && (
        <BlockActions block={entry} onUnblock={onUnblock} onNote={onNote} />
      )}
    </li>
  )
}

function BlockActions(
  props: { block: CalendarEntry } & Pick<HoursPanelProps, 'onUnblock' | 'onNote'>,
) {
  const { block, onUnblock, onNote } = props
  // Null while the note is not being edited.
  const [note, setNote] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const editId = useId()
  const focusWhenRendered = useFocusWhenRendered()
  const latest = useRef(note)
  useEffect(() => {
    latest.current = note
  })

  function close() {
    setNote(null)
    focusWhenRendered(editId)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isPending || note === null) return
    setPending(true)
    try {
      await onNote({ ...block, note: note.trim() })
      // Keeps the form open if the host has edited the note while it was being saved.
      if (latest.current === note) close()
    } catch {
      // `onNote` has shown the error as a toast. The form stays open with the note.
    } finally {
      setPending(false)
    }
  }

  if (note !== null)
    return (
      <form onSubmit={(event) => void save(event)} className="mt-1 flex flex-col gap-3">
        <PlainInput
          label="Note"
          name="block-note"
          isOptional
          ref={focus}
          maxLength={200}
          value={note}
          onValue={setNote}
          description="Only you can read it."
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="small" isPending={isPending} pendingText="Saving...">
            Save note
          </Button>
          <Button variant="quiet" size="small" onPress={close}>
            Cancel
          </Button>
        </div>
      </form>
    )
  const link = 'text-link min-h-9 pointer-coarse:min-h-11'
  return (
    <div className="flex flex-wrap gap-x-4">
      <button id={editId} type="button" className={link} onClick={() => setNote(block.note)}>
        {block.note ? 'Edit note' : 'Add note'}
      </button>
      <UnblockButton
        block={block}
        label="Open the whole block"
        className={link}
        onUnblock={onUnblock}
      >
        Open the whole block
      </UnblockButton>
    </div>
  )
}

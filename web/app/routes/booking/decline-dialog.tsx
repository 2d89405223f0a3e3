import { useState } from 'react'
import { hoursBetween } from '@hourspace/domain/durations.ts'
import { longestProblemText } from '@hourspace/domain/problems.ts'
import { problemWithSelection, spanOf } from '#web/features/booking/draft.ts'
import { messageOf } from '#web/lib/errors.ts'
import { dateOf } from '#web/lib/times.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'
import { TimeChoice, useOfferedSlots } from './time-choice.tsx'
import { useAnswer, type RequestProps } from './use-answer.ts'

/** Dialog in which a host declines a request, with a message and a suggestion of another time. */
export function DeclineDialog(props: RequestProps & { isOpen: boolean; onClose: () => void }) {
  const { booking, now, isOpen, onClose } = props
  const { start_time: start, end_time: end, time_zone: timeZone } = booking
  const [note, setNote] = useState('')
  const [isSuggesting, setSuggesting] = useState(false)
  const [time, setTime] = useState(() => ({
    date: dateOf(new Date(start), timeZone) as string | null,
    startsAt: null as string | null,
    hours: hoursBetween(start, end),
  }))
  const [hasTried, setTried] = useState(false)
  const offered = useOfferedSlots(booking, isSuggesting ? time : { ...time, date: null })
  const answer = useAnswer(props, onClose)
  const name = booking.guest?.full_name ?? 'The guest'
  const span = isSuggesting ? spanOf(time) : null
  const isSameTime =
    span?.startsAt.getTime() === Date.parse(start) && span.endsAt.getTime() === Date.parse(end)
  const problem = !isSuggesting
    ? null
    : isSameTime
      ? 'Please choose another time than the requested one'
      : problemWithSelection(time, offered.slots ?? [], { today: dateOf(now, timeZone), now })
  const failure = answer.error && messageOf(answer.error, 'Failed to decline the request')

  function forgetErrors() {
    setTried(false)
    answer.reset()
  }

  function decline() {
    setTried(true)
    if (problem) return
    answer.mutate(
      {
        answer: 'declined',
        note: note.trim(),
        ...(span && {
          suggestion: {
            startTime: span.startsAt.toISOString(),
            endTime: span.endsAt.toISOString(),
          },
        }),
      },
      { onError: () => void offered.refetch() },
    )
  }

  return (
    <AlertDialog
      title="Decline this request?"
      isOpen={isOpen}
      danger
      confirmLabel="Decline request"
      dismissLabel="Not yet"
      onConfirm={decline}
      onDismiss={() => {
        forgetErrors()
        onClose()
      }}
      isPending={answer.isPending}
      error={(hasTried && problem) || failure || undefined}
    >
      <div className="flex flex-col gap-4">
        <p>{name} is not charged, and the time is free again for other guests.</p>
        <PlainTextArea
          label="Message to the guest"
          name="decline-note"
          isOptional
          description="We include it in the email to the guest about your answer. Email addresses, phone numbers and links are hidden."
          value={note}
          onValue={setNote}
          maxLength={longestProblemText}
          rows={3}
        />
        <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold text-ink">
          <input
            type="checkbox"
            checked={isSuggesting}
            onChange={(event) => {
              forgetErrors()
              setSuggesting(event.currentTarget.checked)
            }}
            className="size-5 shrink-0 accent-accent"
          />
          Suggest another time
        </label>
        {isSuggesting && (
          <div className="flex flex-col gap-4 text-ink">
            <TimeChoice
              booking={booking}
              now={now}
              value={time}
              onChange={(next) => {
                forgetErrors()
                setTime({ ...time, ...next })
              }}
              offered={offered}
            />
            <p className="text-sm text-ink-soft">
              {name} gets a link to book this time. It is not reserved, so another guest can book it
              first.
            </p>
          </div>
        )}
      </div>
    </AlertDialog>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '@hourspace/domain/money.ts'
import { longestProblemText } from '@hourspace/domain/problems.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { answerRequest } from '#web/data/bookings.ts'
import { timeUntil } from '#web/features/booking/booking-phase.ts'
import { messageOf } from '#web/lib/errors.ts'
import { formatMoment, placeTime } from '#web/lib/times.ts'
import { AlertDialog, prepareAlertDialog } from '#web/ui/alert-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { Panel } from './panel.tsx'

type RequestProps = {
  booking: BookingDetails
  now: Date
  /** `onAnswered` is also called if the request had already been answered or had expired. */
  onAnswered: () => Promise<void>
}

const money = ({ currency }: BookingDetails, amount: number) => formatMoney(amount, currency)

export function HostRequest(props: RequestProps) {
  const { booking, now } = props
  const { guest, time_zone: timeZone } = booking
  const [asked, setAsked] = useState<'accepted' | 'declined'>()
  const [note, setNote] = useState('')
  const answer = useAnswer(props, () => setAsked(undefined))
  const name = guest?.full_name ?? 'The guest'
  const by = new Date(booking.answer_by ?? 0)

  if (booking.answer === 'accepted') return <Charging />
  return (
    <Panel title={`${name} would like to book`}>
      <p>
        Please answer by{' '}
        <strong>
          {formatMoment(by, timeZone)} ({placeTime(booking.space.location)})
        </strong>
        {by > now && <>, in {timeUntil(by, now)}</>}. Without an answer, the request expires. The
        time is kept for {guest?.full_name ?? 'the guest'} until then.
        {booking.total_price > 0 && (
          <>
            {' '}
            Your share is <strong>{money(booking, booking.host_share_amount)}</strong>.
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          onPress={() => setAsked('accepted')}
          onPointerEnter={prepareAlertDialog}
          onFocus={prepareAlertDialog}
        >
          Accept
        </Button>
        <Button
          variant="secondary"
          onPress={() => setAsked('declined')}
          onPointerEnter={prepareAlertDialog}
          onFocus={prepareAlertDialog}
        >
          Decline
        </Button>
      </div>
      <AlertDialog
        title="Accept this request?"
        isOpen={asked === 'accepted'}
        confirmLabel="Accept request"
        dismissLabel="Not yet"
        onConfirm={() => answer.mutate({ answer: 'accepted' })}
        onDismiss={() => setAsked(undefined)}
        isPending={answer.isPending}
        error={answer.error ? messageOf(answer.error, 'Failed to accept the request') : undefined}
      >
        <p>
          {booking.total_price > 0
            ? `The card of ${name} is charged ${money(booking, booking.total_price)} now. Your share is ${money(booking, booking.host_share_amount)}.`
            : 'This booking is free.'}
        </p>
      </AlertDialog>
      <AlertDialog
        title="Decline this request?"
        isOpen={asked === 'declined'}
        danger
        confirmLabel="Decline request"
        dismissLabel="Not yet"
        onConfirm={() => answer.mutate({ answer: 'declined', note: note.trim() })}
        onDismiss={() => setAsked(undefined)}
        isPending={answer.isPending}
        error={answer.error ? messageOf(answer.error, 'Failed to decline the request') : undefined}
      >
        <div className="flex flex-col gap-4">
          <p>{name} is not charged, and the time is free again for other guests.</p>
          <PlainTextArea
            label="Message to the guest"
            name="decline-note"
            isOptional
            description="We include it in the email to the guest about your answer."
            value={note}
            onValue={setNote}
            maxLength={longestProblemText}
            rows={3}
          />
        </div>
      </AlertDialog>
    </Panel>
  )
}

export function GuestRequest(props: RequestProps) {
  const { booking, now } = props
  const { host, time_zone: timeZone } = booking
  const [isAsking, setAsking] = useState(false)
  const answer = useAnswer(props, () => setAsking(false))
  const name = host?.full_name ?? 'The host'
  const by = new Date(booking.answer_by ?? 0)

  if (booking.answer === 'accepted') return <Charging />
  return (
    <Panel title="Your request is with the host">
      <p>
        {name} has until{' '}
        <strong>
          {formatMoment(by, timeZone)} ({placeTime(booking.space.location)})
        </strong>{' '}
        to answer{by > now && <>, {timeUntil(by, now)} from now</>}. The time is kept for you until
        then, and we’ll email you the answer.
      </p>
      <div>
        <Button
          variant="secondary"
          onPress={() => setAsking(true)}
          onPointerEnter={prepareAlertDialog}
          onFocus={prepareAlertDialog}
        >
          Withdraw request
        </Button>
      </div>
      <AlertDialog
        title="Withdraw this request?"
        isOpen={isAsking}
        danger
        confirmLabel="Withdraw request"
        dismissLabel="Keep request"
        onConfirm={() => answer.mutate({ answer: 'withdrawn' })}
        onDismiss={() => setAsking(false)}
        isPending={answer.isPending}
        error={answer.error ? messageOf(answer.error, 'Failed to withdraw the request') : undefined}
      >
        <p>
          {booking.total_price > 0 && 'Your card is not charged, and its authorization ends. '}
          Other guests can book the time.
        </p>
      </AlertDialog>
    </Panel>
  )
}

function Charging() {
  return (
    <Banner tone="info" title="The request was accepted">
      The card is being charged. This page shows the result in a moment.
    </Banner>
  )
}

const toasts = {
  confirmed: { title: 'Request accepted', tone: 'success' },
  requested: { title: 'Request accepted: the card is being charged', tone: 'success' },
  declined: { title: 'Request declined', tone: 'success' },
  cancelled: { title: 'Request withdrawn', tone: 'success' },
  expired: { title: 'Not booked: the card could not be charged', tone: 'error' },
} as const

/**
 * `closeDialog` is called before `onAnswered`, because an open dialog would keep the focus that
 * `onAnswered` moves.
 */
function useAnswer({ booking, onAnswered }: RequestProps, closeDialog: () => void) {
  return useMutation({
    mutationFn: (answer: { answer: 'accepted' | 'declined' | 'withdrawn'; note?: string }) =>
      answerRequest({ bookingId: booking.id, ...answer }),
    onSuccess: async (status) => {
      showToast(toasts[status])
      closeDialog()
      await onAnswered()
    },
  })
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type Currency, formatMinor, formatMoney, toDecimal } from '@hourspace/domain/money.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import {
  answerChange,
  bookingChanges,
  type BookingChange,
  type ChangePayment,
  type ChangeStatus,
} from '#web/data/changes.ts'
import { userKey } from '#web/data/query-client.ts'
import { useSession } from '#web/features/account/session.tsx'
import { timeUntil } from '#web/features/booking/booking-phase.ts'
import { messageOf } from '#web/lib/errors.ts'
import { isTyping } from '#web/lib/is-typing.ts'
import { lazy } from '#web/lib/lazy.ts'
import { formatMoment, placeTime } from '#web/lib/times.ts'
import { AlertDialog, prepareAlertDialog } from '#web/ui/alert-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ChangeComparison } from './change-comparison.tsx'
import { Panel } from './panel.tsx'
import { summaryId } from './summary.tsx'
import { returningPollMs, useIsReturning } from './use-returned-payment.tsx'

const AcceptPayment = lazy(async () => {
  const { AcceptPayment } = await import('./change-payment-form.tsx')
  return { default: AcceptPayment }
})

type ChangeProps = { booking: BookingDetails; isHost: boolean; now: Date }

/** The payment by which the guest accepts a change that the host proposed. */
type StartedPayment = { changeId: string; payment: ChangePayment }

/**
 * Statuses of a change whose payment the guest has authorized. The panel then shows no payment
 * form, because the page shows the result.
 */
const paidStatuses: ReadonlySet<ChangeStatus> = new Set(['accepted', 'done', 'failed'])

/**
 * `hasPaymentNotice` is true while the page shows a notice about a payment that has failed or is in
 * flight.
 */
export function ChangePanel(props: ChangeProps & { hasPaymentNotice: boolean }) {
  const { booking, isHost, now, hasPaymentNotice } = props
  const { user } = useSession()
  const isReturning = useIsReturning()
  const [started, setStarted] = useState<StartedPayment>()
  const {
    data: changes,
    error,
    refetch,
  } = useQuery({
    ...bookingChanges(user?.id, booking.id),
    // The webhook may record the payment some seconds after the guest has returned from Stripe.
    ...(isReturning && { refetchInterval: returningPollMs }),
  })
  const change = changes?.[0]
  const paidChange = changes?.find(({ id }) => id === started?.changeId)
  const isShown = booking.status === 'confirmed' && change
  return (
    <>
      {error && !change && (
        <Banner tone="error">
          {messageOf(error, 'Failed to fetch the changes of this booking')}{' '}
          <Button variant="secondary" size="small" onPress={() => void refetch()}>
            Try again
          </Button>
        </Banner>
      )}
      {isShown && change.status === 'accepted' && (
        <Banner tone="info" title="The change was accepted">
          The difference is being charged. This page shows the result in a moment.
        </Banner>
      )}
      {isShown && change.status === 'open' && (
        <OpenChange
          key={change.id}
          {...props}
          change={change}
          onPay={(payment) => setStarted({ changeId: change.id, payment })}
        />
      )}
      {/* The notice about the payment already says that the change failed. */}
      {isShown && !(hasPaymentNotice && change.status === 'failed') && (
        <Result change={change} isHost={isHost} now={now} />
      )}
      {started && paidChange && !paidStatuses.has(paidChange.status) && (
        <Suspense>
          <AcceptPayment
            booking={booking}
            change={paidChange}
            payment={started.payment}
            onClose={() => {
              setStarted(undefined)
              // Focuses the summary if the change has ended, because the button that opened the
              // dialog has then disappeared.
              if (paidChange.status !== 'open')
                requestAnimationFrame(() => document.getElementById(summaryId)?.focus())
            }}
          />
        </Suspense>
      )}
    </>
  )
}

const confirmations = {
  accepted: {
    title: 'Accept this change?',
    confirmLabel: 'Accept change',
    failure: 'Failed to accept the change',
  },
  declined: {
    title: 'Decline this change?',
    confirmLabel: 'Decline change',
    failure: 'Failed to decline the change',
  },
  withdrawn: {
    title: 'Withdraw your proposal?',
    confirmLabel: 'Withdraw proposal',
    failure: 'Failed to withdraw the proposal',
  },
} as const

const toasts: Partial<Record<ChangeStatus, string>> = {
  done: 'Booking changed',
  accepted: 'Change accepted: the card is being charged',
  declined: 'Change declined',
  withdrawn: 'Proposal withdrawn',
}

function OpenChange(
  props: ChangeProps & { change: BookingChange; onPay: (payment: ChangePayment) => void },
) {
  const { booking, isHost, now, change, onPay } = props
  const { user } = useSession()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<keyof typeof confirmations>()
  const { currency, time_zone: timeZone } = booking
  const isOwn = change.proposed_by === (isHost ? 'host' : 'guest')
  const other =
    (isHost ? booking.guest : booking.host)?.full_name ?? (isHost ? 'The guest' : 'The host')
  const by = new Date(change.answer_by)
  const difference = toDecimal(change.total_minor - change.old_total_minor, currency)
  const share = formatMinor(change.host_share_minor, currency)
  const answer = useMutation({
    mutationFn: (given: keyof typeof confirmations) =>
      answerChange({ changeId: change.id, answer: given }),
    onSuccess: async (answered) => {
      setAsked(undefined)
      if (answered.payment) return onPay(answered.payment)
      const title = toasts[answered.status]
      if (title) showToast({ title, tone: 'success' })
      await queryClient.invalidateQueries({ queryKey: userKey(user?.id) })
      // Focuses the summary, because the focused button has disappeared with the answered change.
      if (!isTyping()) document.getElementById(summaryId)?.focus()
    },
  })
  const ask = (kind: keyof typeof confirmations) => ({
    onPress: () => setAsked(kind),
    onPointerEnter: prepareAlertDialog,
    onFocus: prepareAlertDialog,
  })
  const texts = asked && confirmations[asked]

  return (
    <Panel title={isOwn ? 'Your proposed change' : `${other} would like to change this booking`}>
      <ChangeComparison
        before={{
          startsAt: new Date(change.old_start_time),
          endsAt: new Date(change.old_end_time),
          guests: change.old_guest_count,
          extras: change.old_extras,
          total: toDecimal(change.old_total_minor, currency),
        }}
        after={{
          startsAt: new Date(change.start_time),
          endsAt: new Date(change.end_time),
          guests: change.guest_count,
          extras: change.extras,
          total: toDecimal(change.total_minor, currency),
        }}
        timeZone={timeZone}
        currency={currency}
      />
      <p>
        {isOwn ? `${other} can answer until ` : 'Please answer by '}
        <strong>
          {formatMoment(by, timeZone)} ({placeTime(booking.space.location)})
        </strong>
        {by > now && <>, in {timeUntil(by, now)}</>}. Without an answer, the booking stays as it is.
        {isHost && difference !== 0 && (
          <>
            {' '}
            Your share would be <strong>{share}</strong> instead of{' '}
            {formatMoney(booking.host_share_amount, currency)}.
          </>
        )}
        {isOwn && !isHost && (
          <ChangeCost difference={difference} currency={currency} host={other} />
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        {isOwn ? (
          <Button variant="secondary" {...ask('withdrawn')}>
            Withdraw proposal
          </Button>
        ) : (
          <>
            <Button {...ask('accepted')}>Accept change</Button>
            <Button variant="secondary" {...ask('declined')}>
              Decline
            </Button>
          </>
        )}
      </div>
      <AlertDialog
        title={texts?.title ?? ''}
        isOpen={texts !== undefined}
        danger={asked !== 'accepted'}
        confirmLabel={texts?.confirmLabel ?? ''}
        dismissLabel="Not yet"
        onConfirm={() => asked && answer.mutate(asked)}
        onDismiss={() => setAsked(undefined)}
        isPending={answer.isPending}
        error={answer.error && texts ? messageOf(answer.error, texts.failure) : undefined}
      >
        <p>{asked && consequenceOf(asked, { change, difference, isHost, booking })}</p>
      </AlertDialog>
    </Panel>
  )
}

/** Returns true if a change gives the booking another start or end. */
export function isNewTime(
  change: Pick<BookingChange, 'old_start_time' | 'old_end_time' | 'start_time' | 'end_time'>,
): boolean {
  return change.start_time !== change.old_start_time || change.end_time !== change.old_end_time
}

/** Says how much the guest pays or gets back for the guest's own proposed change. */
export function ChangeCost(props: { difference: number; currency: Currency; host: string }) {
  const { difference, currency, host } = props
  const amount = <strong>{formatMoney(Math.abs(difference), currency)}</strong>
  if (difference === 0) return null
  return difference > 0 ? (
    <>
      {' '}
      Your card is authorized for {amount} and charged only if {host} accepts.
    </>
  ) : (
    <>
      {' '}
      You get {amount} back on your card if {host} accepts.
    </>
  )
}

function consequenceOf(
  answer: keyof typeof confirmations,
  facts: { change: BookingChange; difference: number; isHost: boolean; booking: BookingDetails },
): string {
  const { change, difference, isHost, booking } = facts
  const amount = formatMoney(Math.abs(difference), booking.currency)
  if (answer !== 'accepted')
    return `The booking stays as it is${difference > 0 ? ', and nothing is charged' : ''}.`
  if (isHost) {
    const share = formatMinor(change.host_share_minor, booking.currency)
    return difference > 0
      ? `The guest’s card is charged ${amount} more. Your share becomes ${share}.`
      : difference < 0
        ? `The guest gets ${amount} back. Your share becomes ${share}.`
        : 'The booking changes right away, at the same price.'
  }
  return difference > 0
    ? `You pay ${amount} in the next step. The booking changes once you have paid.`
    : difference < 0
      ? `The booking changes right away, and you get ${amount} back on your card.`
      : 'The booking changes right away, at the same price.'
}

export const withdrawnText = 'The host withdrew the proposed change.'

const failedText = (change: BookingChange) =>
  `The proposed change could not be carried out: ${isNewTime(change) ? 'the new time was taken, or ' : ''}the card could not be charged in time.`

export function Result(props: { change: BookingChange; isHost: boolean; now: Date }) {
  const { change, isHost, now } = props
  const isOwn = change.proposed_by === (isHost ? 'host' : 'guest')
  // The host may never have seen a guest's proposal: it may have been withdrawn, or may have
  // expired, before the guest authorized the payment.
  const hasSeen = isOwn || !isHost
  const texts: Partial<Record<ChangeStatus, string | false>> = {
    declined: isOwn && 'The proposed change was declined.',
    withdrawn: !isOwn && hasSeen && withdrawnText,
    expired: hasSeen && 'The proposed change was not answered in time.',
    failed: failedText(change),
  }
  const text = texts[change.status]
  if (!text) return null
  // A change that expired before its deadline ended because the booking was cancelled, so the text
  // “not answered in time” would be wrong.
  if (change.status === 'expired' && new Date(change.answer_by) > now) return null
  return (
    <Banner tone="info">
      {text} The booking stays as it was
      {change.total_minor > change.old_total_minor &&
        !isHost &&
        ', and you pay nothing for the change'}
      .
    </Banner>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { hoursBetween } from '@hourspace/domain/durations.ts'
import { formatMoney } from '@hourspace/domain/money.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { userKey } from '#web/data/query-client.ts'
import { slotsOfDays } from '#web/data/slots.ts'
import { useSession } from '#web/features/account/session.tsx'
import { timeUntil } from '#web/features/booking/booking-phase.ts'
import { messageOf } from '#web/lib/errors.ts'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { dateOf, formatDatedSpan, formatMoment, placeTime, timeOfDay } from '#web/lib/times.ts'
import { AlertDialog, prepareAlertDialog } from '#web/ui/alert-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { ViewerTime } from '#web/ui/viewer-time.tsx'
import { Panel } from './panel.tsx'
import { useAnswer, type RequestProps } from './use-answer.ts'

const DeclineDialog = lazy(async () => {
  const { DeclineDialog } = await import('./time-dialogs.ts')
  return { default: DeclineDialog }
})

const money = ({ currency }: BookingDetails, amount: number) => formatMoney(amount, currency)

/** The buttons to answer a request, and its deadline. Shown in the summary of the booking. */
export function HostRequest(props: RequestProps) {
  const { booking } = props
  const { guest, time_zone: timeZone } = booking
  const [asked, setAsked] = useState<'accepted' | 'declined'>()
  const answer = useAnswer(props, () => setAsked(undefined))
  const name = guest?.full_name ?? 'The guest'
  const by = new Date(booking.answer_by ?? 0)

  if (booking.answer === 'accepted') return <Charging />
  return (
    <>
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
      <p className="max-w-prose text-sm text-ink-soft">
        {booking.total_price > 0 && (
          <>
            Your share is{' '}
            <strong className="text-ink">{money(booking, booking.host_share_amount)}</strong>.{' '}
          </>
        )}
        The time is kept for {guest?.full_name ?? 'the guest'} until{' '}
        <strong>
          {formatMoment(by, timeZone)} ({placeTime(booking.space.location)})
        </strong>
        . Without an answer, the request then expires.
      </p>
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
      <Suspense>
        <DeclineDialog
          {...props}
          isOpen={asked === 'declined'}
          onClose={() => setAsked(undefined)}
        />
      </Suspense>
    </>
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

/**
 * Queries whether the time that the host suggested can still be booked, and whether the declined
 * guest has booked it.
 */
function useSuggestedSlot(
  { id, space, user_id: guestId, time_zone: timeZone, ...booking }: BookingDetails,
  now: Date,
) {
  const { user } = useSession()
  const start = new Date(booking.suggested_start_time ?? 0)
  const end = new Date(booking.suggested_end_time ?? 0)
  return useQuery({
    queryKey: [...userKey(user?.id), 'suggested slot', id],
    queryFn: async () => {
      const date = dateOf(start, timeZone)
      const days = { from: date, to: date, hours: hoursBetween(start, end) }
      const client = await browserClient()
      const [slots, own] = await Promise.all([
        slotsOfDays(client, space.id, days),
        client
          .from('bookings')
          .select('id, status')
          .eq('space_id', space.id)
          .eq('user_id', guestId)
          .eq('start_time', start.toISOString())
          .in('status', ['requested', 'confirmed'])
          .maybeSingle()
          .throwOnError(),
      ])
      const slot = slots.find(({ startsAt }) => startsAt === start.toISOString())
      return { isFree: slot?.state === 'free', booking: own.data }
    },
    enabled: start > now,
  })
}

/** The time that the host suggested when declining the request. Renders nothing without one. */
export function SuggestedTime(props: { booking: BookingDetails; isHost: boolean; now: Date }) {
  const { booking, isHost, now } = props
  const { space, host, guest, time_zone: timeZone } = booking
  const { suggested_start_time: start, suggested_end_time: end } = booking
  const slot = useSuggestedSlot(booking, now)
  if (!start || !end) return null
  const span = { startsAt: new Date(start), endsAt: new Date(end) }
  const hasPassed = span.startsAt <= now
  const own = hasPassed ? null : slot.data?.booking
  const isTaken = !hasPassed && !own && slot.data?.isFree === false
  const isOpen = !hasPassed && !own && !isTaken && !slot.isPending
  return (
    <Panel
      title={
        isHost
          ? 'You suggested another time'
          : `${host?.full_name ?? 'The host'} suggests another time`
      }
    >
      <p>
        <strong>{formatDatedSpan(span, timeZone)}</strong>{' '}
        <span className="text-ink-soft">({placeTime(space.location)})</span>
        <ViewerTime span={span} timeZone={timeZone} className="block text-sm text-ink-soft" />
      </p>
      {hasPassed && <p className="text-ink-soft">This time has passed.</p>}
      {isTaken && <p className="text-ink-soft">This time is no longer free.</p>}
      {own && (
        <p className="text-ink-soft">
          {isHost ? `${guest?.full_name ?? 'The guest'} has` : 'You have'}{' '}
          {own.status === 'requested' ? 'requested' : 'booked'} this time.{' '}
          <TextLink to={paths.booking(own.id)}>View booking</TextLink>
        </p>
      )}
      {isOpen && isHost && (
        <p className="text-ink-soft">
          {guest?.full_name ?? 'The guest'} got a link to book this time. It is not reserved.
        </p>
      )}
      {isOpen && !isHost && space.is_listed && (
        <>
          <p className="text-ink-soft">
            This time is not reserved, so another guest can book it first.
          </p>
          <div>
            <LinkButton
              to={paths.space(space, {
                date: dateOf(span.startsAt, timeZone),
                from: timeOfDay(span.startsAt, timeZone),
                hours: String(hoursBetween(span.startsAt, span.endsAt)),
                guests: String(booking.guest_count),
              })}
            >
              Book this time
            </LinkButton>
          </div>
        </>
      )}
    </Panel>
  )
}

import type { Route } from './+types/route'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { bookingDetails, type BookingDetails } from '#web/data/booking-details.ts'
import { bookingChanges } from '#web/data/changes.ts'
import { userKey } from '#web/data/query-client.ts'
import { startsQueries } from '#web/data/user-queries.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import { endedStatuses } from '#web/features/booking/booking-card.tsx'
import { MoneyTimeline } from '#web/features/booking/money-timeline.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { guestBookingsId } from '#web/features/hosting/guest-bookings.ts'
import { BookingNotFound } from '#web/features/shell/booking-not-found.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { isUuid } from '#web/lib/is-uuid.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ZoneNote } from '#web/ui/viewer-time.tsx'
import { BookingActions } from './actions.tsx'
import { CancelledNote, isCancelledForGuest } from './cancelled-note.tsx'
import { ChangePanel } from './change-panel.tsx'
import { Documents } from './documents.tsx'
import { ExtendPanel } from './extend-panel.tsx'
import { HostMoney, GuestMoney } from './money.tsx'
import { Panel } from './panel.tsx'
import { People } from './people.tsx'
import { Place } from './place.tsx'
import { Problems } from './problems.tsx'
import { GuestRequest, HostRequest, SuggestedTime } from './request-panel.tsx'
import { Reviews } from './reviews.tsx'
import { SpaceRules } from './space-rules.tsx'
import { BookingSummary, summaryId } from './summary.tsx'
import { Timeline, timelineOf } from './timeline.tsx'
import { useReturnedPayment } from './use-returned-payment.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

export const clientLoader = startsQueries((userId, queries, { params }) => {
  const id = params['id'] ?? ''
  void queries.prefetchQuery(bookingDetails(userId, id))
  // Loads the changes together with the booking. Otherwise an open change would appear later above
  // the summary and shift the page.
  if (isUuid(id)) void queries.prefetchQuery(bookingChanges(userId, id))
})

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'Your booking',
      description: 'Time, place, people and payment of your booking.',
      path: paths.booking(params.id),
      noindex: true,
    },
    matches,
  )
}

const signInText = 'Sign in with the account of this booking to see it.'

/** Shown to guests whose session was lost while they paid for a change or an extension. */
const paidText =
  'Your bank confirmed the payment, so you don’t have to pay again. Sign in with the account of this booking to see the result.'

export default function BookingPage({ loaderData, params }: Route.ComponentProps) {
  // Stripe adds the query parameter `redirect_status` when it redirects the guest back. An attacker
  // can create a link with any value. The value therefore only selects the text of the sign-in
  // dialog.
  const hasPaid = useSearchParams()[0].get('redirect_status') === 'succeeded'
  const user = useUserOrSignIn({ message: hasPaid ? paidText : signInText })
  const now = useNow(loaderData.renderedAt)
  const { data: booking, error, refetch } = useQuery(bookingDetails(user?.id, params.id))

  if (booking === null) return <BookingNotFound />
  return (
    <div className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      {!booking && <h1 className="sr-only">Your booking</h1>}
      {error && !booking && (
        <RetryBanner
          message={messageOf(error, 'Failed to fetch bookings')}
          onRetry={() => void refetch()}
        />
      )}
      {!booking && !error && <Waiting />}
      {booking && user && <Booking key={booking.id} booking={booking} userId={user.id} now={now} />}
    </div>
  )
}

function Booking(props: { booking: BookingDetails; userId: string; now: Date }) {
  const { booking, userId, now } = props
  const isHost = booking.space.user_id === userId
  const { data: changes } = useQuery(bookingChanges(userId, booking.id))
  const awaitsAnswer =
    booking.status === 'confirmed' &&
    changes?.[0]?.status === 'open' &&
    changes[0].proposed_by !== (isHost ? 'host' : 'guest')
  const queryClient = useQueryClient()
  const applied = changes?.filter(({ status }) => status === 'done').length
  const shown = useRef(applied)
  // Reloads the booking after a change was applied. Without Realtime, only the polled list of
  // changes shows that the other party has accepted a change.
  useEffect(() => {
    if (shown.current !== undefined && applied !== shown.current)
      void queryClient.invalidateQueries({ queryKey: userKey(userId) })
    shown.current = applied
  }, [applied, queryClient, userId])
  const focus = useFocusWhenRendered()
  const paymentNotice = useReturnedPayment(booking.id, changes && (changes[0] ?? null))

  async function showCancelled() {
    showToast({ title: 'Booking cancelled', tone: 'success' })
    await queryClient.invalidateQueries({ queryKey: userKey(userId) })
    focus(summaryId)
  }

  async function showAnswer() {
    await queryClient.invalidateQueries({ queryKey: userKey(userId) })
    focus(summaryId)
  }

  async function showReported() {
    showToast({
      title: 'Report sent',
      description: 'You can follow it on this page.',
      tone: 'success',
    })
    await queryClient.invalidateQueries({ queryKey: userKey(userId) })
  }

  // The panel moves below the summary once the proposed change is answered. Because of the key,
  // React keeps the panel's state.
  const changePanel = (
    <ChangePanel
      key="change"
      booking={booking}
      isHost={isHost}
      now={now}
      hasPaymentNotice={paymentNotice !== null}
    />
  )

  const cancelledNote = <CancelledNote booking={booking} isHost={isHost} now={now} />
  // A guest whose booking was cancelled sees the note about the cancellation above the summary.
  const isNews = !isHost && isCancelledForGuest(booking)

  return (
    <>
      <Breadcrumbs
        crumbs={[
          isHost
            ? { label: 'Guest bookings', to: `${paths.dashboard()}#${guestBookingsId}` }
            : { label: 'My Bookings', to: paths.myBookings() },
        ]}
      />
      {paymentNotice}
      {awaitsAnswer && changePanel}
      {isNews && cancelledNote}
      <BookingSummary booking={booking} isHost={isHost} now={now}>
        {isHost && booking.status === 'requested' && (
          <HostRequest booking={booking} now={now} onAnswered={showAnswer} />
        )}
      </BookingSummary>
      {!isHost && booking.status === 'requested' && (
        <GuestRequest booking={booking} now={now} onAnswered={showAnswer} />
      )}
      {!awaitsAnswer && changePanel}
      <ExtendPanel booking={booking} isHost={isHost} now={now} />
      {!isNews && cancelledNote}
      <SuggestedTime booking={booking} isHost={isHost} now={now} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex flex-col gap-6">
          <Reviews booking={booking} userId={userId} now={now} />
          <Problems booking={booking} viewerId={userId} isHost={isHost} />
          {/* Shows hosts their guest above the place, and guests the place above their host. */}
          {isHost && <People booking={booking} isHost />}
          {!endedStatuses.has(booking.status) && (
            <Place booking={booking} isHost={isHost} now={now} />
          )}
          {!isHost && <People booking={booking} isHost={false} />}
          {!isHost && <SpaceRules booking={booking} />}
          <Panel title="Timeline">
            <Timeline
              events={timelineOf(booking, changes ?? [], isHost, now)}
              timeZone={booking.time_zone}
            />
            <ZoneNote place={booking.space.location} timeZone={booking.time_zone} at={now} />
          </Panel>
        </div>
        <div className="flex flex-col gap-6 md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:*:grid">
          {isHost ? (
            <HostMoney booking={booking} now={now} />
          ) : (
            <GuestMoney booking={booking} now={now} />
          )}
          {booking.total_price > 0 && (
            <Panel title={isHost ? 'Payout timeline' : 'Payment timeline'}>
              <MoneyTimeline
                userId={userId}
                bookingId={booking.id}
                viewer={isHost ? 'host' : 'guest'}
                timeZone={booking.time_zone}
              />
              <ZoneNote place={booking.space.location} timeZone={booking.time_zone} at={now} />
            </Panel>
          )}
          <Documents booking={booking} isHost={isHost} now={now} />
          <BookingActions
            booking={booking}
            isHost={isHost}
            now={now}
            onCancelled={() => void showCancelled()}
            onReported={() => void showReported()}
          />
        </div>
      </div>
    </>
  )
}

function Waiting() {
  return (
    <>
      <output className="sr-only">Loading your booking</output>
      <Skeleton className="h-6 w-32 rounded-small" />
      <Skeleton className="h-96 rounded-card sm:h-72" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-80 rounded-card" />
        <Skeleton className="h-80 rounded-card" />
      </div>
    </>
  )
}

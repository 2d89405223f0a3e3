import type { Route } from './+types/route'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatMoney, toDecimal } from '@hourspace/domain/money.ts'
import { cancelReasonText } from '@hourspace/domain/problems.ts'
import { adminBooking, type AdminBooking, refreshAfterDecision } from '#web/data/admin-bookings.ts'
import type { Problem } from '#web/data/problems.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { DecideProblem } from '#web/features/administration/decide-problem.tsx'
import { focusAfterDecision } from '#web/features/administration/focus-after-decision.ts'
import { RecordLine, RecordPage, RecordSection } from '#web/features/administration/record-page.tsx'
import { BookingPhaseBadge } from '#web/features/booking/booking-phase-badge.tsx'
import { MoneyTimeline } from '#web/features/booking/money-timeline.tsx'
import { ProblemItem } from '#web/features/booking/problem-item.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { formatDay, formatSpan, zoneName } from '#web/lib/times.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { History } from './history.tsx'
import { Mails } from './mails.tsx'
import { Review } from './review.tsx'

const titleId = 'booking-title'

const focusTitle = () => focusAfterDecision(titleId)

const AdminCancelDialog = lazy(() => import('./admin-cancel-dialog.tsx'))

export function loader() {
  return { renderedAt: new Date() }
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'Booking',
      description: 'People, money and problems of a booking.',
      path: paths.adminBooking(params.id),
      noindex: true,
    },
    matches,
  )
}

export default function AdminBookingPage({ loaderData, params }: Route.ComponentProps) {
  const admin = useRequiredAdmin()
  const now = useNow(loaderData.renderedAt)
  const found = useQuery(adminBooking(admin?.id, params.id))
  return (
    <RecordPage
      query={found}
      title="Booking"
      list={{ label: 'bookings', to: paths.adminBookings() }}
      missing={
        <MessagePage title="Booking not found" description="No booking has this number.">
          <LinkButton to={paths.adminBookings()}>Find a booking</LinkButton>
        </MessagePage>
      }
      failure="Failed to fetch bookings"
    >
      {(booking) => admin && <Details booking={booking} adminId={admin.id} now={now} />}
    </RecordPage>
  )
}

function Details(props: {
  booking: AdminBooking & { problems: Problem[] }
  adminId: string
  now: Date
}) {
  const { booking, adminId, now } = props
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <BookingPhaseBadge booking={booking} now={now} />
          <h1 id={titleId} tabIndex={-1} className="mt-2 text-3xl wrap-anywhere outline-none">
            {booking.space.title}
          </h1>
          <p className="text-ink-soft">
            {formatDay(new Date(booking.start_time), booking.time_zone)},{' '}
            {formatSpan(
              { startsAt: new Date(booking.start_time), endsAt: new Date(booking.end_time) },
              booking.time_zone,
            )}
          </p>
          <p className="text-sm text-ink-soft">
            All times are in {zoneName(new Date(booking.start_time), booking.time_zone)} · Booking{' '}
            <span className="font-mono text-xs">{booking.id.slice(0, 8)}</span>
          </p>
        </div>
        {booking.status === 'confirmed' && <Cancel booking={booking} adminId={adminId} />}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex flex-col gap-6">
          {booking.problems.length > 0 && (
            <RecordSection title="Problem reports">
              {booking.problems.map((problem) => (
                <ProblemItem
                  key={problem.id}
                  problem={problem}
                  booking={booking}
                  viewerId={adminId}
                  viewer="admin"
                >
                  <DecideProblem
                    problem={problem}
                    booking={booking}
                    adminId={adminId}
                    onDecided={focusTitle}
                  />
                </ProblemItem>
              ))}
            </RecordSection>
          )}
          <RecordSection title="Money">
            <MoneyTimeline
              userId={adminId}
              bookingId={booking.id}
              viewer="admin"
              timeZone={booking.time_zone}
            />
          </RecordSection>
          <RecordSection title="History">
            <History
              adminId={adminId}
              bookingId={booking.id}
              currency={booking.currency}
              timeZone={booking.time_zone}
            />
          </RecordSection>
          <Review adminId={adminId} bookingId={booking.id} />
          <RecordSection title="Emails">
            <Mails adminId={adminId} bookingId={booking.id} timeZone={booking.time_zone} />
          </RecordSection>
        </div>
        <div className="flex flex-col gap-6 max-lg:order-first">
          <People booking={booking} />
          <Money booking={booking} />
        </div>
      </div>
    </>
  )
}

function Cancel({ booking, adminId }: { booking: AdminBooking; adminId: string }) {
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  return (
    <>
      <Button variant="danger" onPress={() => setOpen(true)}>
        Cancel booking
      </Button>
      {isOpen && (
        <Suspense>
          <AdminCancelDialog
            booking={booking}
            onClose={() => setOpen(false)}
            onCancelled={() => {
              setOpen(false)
              showToast({ title: 'Booking cancelled', tone: 'success' })
              // Moves the focus to the title, because the focused button disappears with the
              // refresh.
              void refreshAfterDecision(queryClient, adminId).then(focusTitle)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function People({ booking }: { booking: AdminBooking }) {
  const { space, guest } = booking
  return (
    <RecordSection title="People">
      <dl className="flex flex-col gap-2 text-sm">
        <RecordLine name="Guest">
          {guest ? (
            <TextLink to={paths.adminUser(booking.user_id)}>
              {guest.full_name ?? 'A guest'}
            </TextLink>
          ) : (
            'A former guest'
          )}
        </RecordLine>
        <RecordLine name="Host">
          {space.host ? (
            <TextLink to={paths.adminUser(space.host.id)}>
              {space.host.full_name ?? 'A host'}
            </TextLink>
          ) : (
            'A former host'
          )}
        </RecordLine>
        <RecordLine name="Group size">{booking.guest_count}</RecordLine>
        <RecordLine name="Space">
          {/* Hidden and archived spaces have no public page. */}
          <TextLink to={paths.adminListings({ q: space.id })}>View listing</TextLink>
        </RecordLine>
      </dl>
    </RecordSection>
  )
}

function Money({ booking }: { booking: AdminBooking }) {
  const { currency, payout } = booking
  const money = (amount: number) => formatMoney(amount, currency)
  const reason = cancelReasonText(booking.cancel_reason)
  return (
    <RecordSection title="Amounts">
      <dl className="flex flex-col gap-2 text-sm">
        <RecordLine name={booking.payment?.stripe_charge_id ? 'Paid by the guest' : 'Total price'}>
          {money(booking.total_price)}
        </RecordLine>
        <RecordLine name="Refunded">{money(booking.refunded_amount)}</RecordLine>
        <RecordLine name="Can be refunded">
          {money(toDecimal(booking.refundable_minor, currency))}
        </RecordLine>
        {payout && (
          <RecordLine name="Host’s share">
            {money(toDecimal(payout.amount_minor, currency))}
          </RecordLine>
        )}
        {payout && payout.owed_minor > 0 && (
          <RecordLine name="Owed by the host">
            {money(toDecimal(payout.owed_minor, currency))}
          </RecordLine>
        )}
      </dl>
      {booking.status === 'cancelled' && booking.refundable_minor > 0 && (
        <p className="text-sm text-ink-soft">
          To refund more, use the Stripe dashboard. The refund then appears here.
        </p>
      )}
      {booking.cancelled_by && (
        <p className="text-sm text-ink-soft">
          Cancelled by the {booking.cancelled_by}
          {reason && `: ${reason}`}
        </p>
      )}
    </RecordSection>
  )
}

import { Suspense, useState } from 'react'
import {
  mostWithdrawnReports,
  problemRules,
  reportableProblems,
  withdrawnReports,
} from '@hourspace/domain/problems.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { bookAgainPath, freeThenPath } from '#web/features/booking/book-again.ts'
import { canCancel } from '#web/features/booking/booking-card.tsx'
import { CancelBooking } from '#web/features/booking/cancel-booking.tsx'
import { phaseOf } from '#web/features/booking/booking-phase.ts'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { freeThenLabel, isCancelledForGuest } from './cancelled-note.tsx'
import { ProposeChange } from './propose-change.tsx'
import { Panel } from './panel.tsx'

const HostCancelDialog = lazy(() => import('./host-cancel-dialog.tsx'))
const ReportProblemDialog = lazy(() => import('./report-problem-dialog.tsx'))

type ActionsProps = {
  booking: BookingDetails
  isHost: boolean
  now: Date
  onCancelled: () => void
  onReported: () => void
}

export function BookingActions(props: ActionsProps) {
  const { booking, isHost, now, onCancelled } = props
  const phase = phaseOf(booking, now)
  const isUpcoming = phase === 'upcoming'
  const isAhead = isUpcoming || (!isHost && phase === 'requested')
  const wasRefused = booking.answer === 'declined' || booking.answer === 'expired'
  const needsOtherSpace =
    !isHost && (wasRefused || isCancelledForGuest(booking)) && new Date(booking.start_time) > now
  return (
    <Panel title={isAhead ? 'Plans changed?' : 'What’s next'}>
      <div className="flex flex-col gap-3 empty:hidden">
        {isUpcoming && <ProposeChange booking={booking} isHost={isHost} now={now} />}
        {!isHost && canCancel(booking, now) && (
          <CancelBooking booking={booking} now={now} onCancelled={onCancelled} />
        )}
        {/* If the booking was cancelled, the note about the cancellation has this link instead. */}
        {needsOtherSpace && wasRefused && (
          <LinkButton to={freeThenPath(booking)}>{freeThenLabel}</LinkButton>
        )}
        {!isHost &&
          (booking.space.is_listed ? (
            <LinkButton
              to={
                phase === 'requested'
                  ? paths.space(booking.space)
                  : bookAgainPath(booking.space, booking)
              }
              variant={isAhead || needsOtherSpace ? 'secondary' : 'primary'}
            >
              {phase === 'requested' ? 'View space' : 'Book again'}
            </LinkButton>
          ) : (
            <p className="text-sm text-ink-soft">
              This space is no longer listed
              {phase !== 'requested' && ', so you can’t book it again'}.{' '}
              <TextLink
                to={paths.explore({ location: booking.space.location })}
                className="inline-flex min-h-6 items-center pointer-coarse:min-h-11"
              >
                Other spaces in {booking.space.location}
              </TextLink>
            </p>
          ))}
        {isHost && booking.status === 'confirmed' && isUpcoming && (
          <HostCancel booking={booking} onCancelled={onCancelled} />
        )}
      </div>
      {isHost && (phase === 'started' || phase === 'finished') && (
        <p className="text-sm text-ink-soft">
          This booking has started, so it can’t be cancelled anymore.
        </p>
      )}
      <ReportProblem {...props} />
    </Panel>
  )
}

function HostCancel(props: { booking: BookingDetails; onCancelled: () => void }) {
  const { booking, onCancelled } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onPress={() => setOpen(true)}>
        Cancel booking
      </Button>
      {booking.total_price > 0 && (
        <p className="text-sm text-ink-soft">
          {booking.returned_amount < booking.total_price
            ? 'The guest gets everything back, including the platform fee.'
            : 'The guest already got everything back.'}
        </p>
      )}
      {isOpen && (
        <Suspense>
          <HostCancelDialog
            booking={booking}
            onClose={() => setOpen(false)}
            onCancelled={() => {
              setOpen(false)
              onCancelled()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function ReportProblem({ booking, isHost, now, onReported }: ActionsProps) {
  const [isOpen, setOpen] = useState(false)
  const times = { start: new Date(booking.start_time), end: new Date(booking.end_time) }
  const reporter = isHost ? 'host' : 'guest'
  const { problems } = booking
  const kinds =
    booking.status === 'confirmed' ? reportableProblems(reporter, times, now, problems) : []
  const isLimited = problems.some(
    ({ kind }) =>
      problemRules[kind].reporter === reporter &&
      withdrawnReports(kind, problems) >= mostWithdrawnReports,
  )
  const contact = paths.contact({ subject: 'support', booking: booking.id })
  const linkStyles = 'inline-flex min-h-6 items-center pointer-coarse:min-h-11'
  if (kinds.length === 0)
    return (
      <p className="text-sm text-ink-soft">
        Something wrong?{' '}
        <TextLink to={contact} className={linkStyles}>
          Report a problem
        </TextLink>
      </p>
    )
  return (
    <>
      <Button variant="secondary" onPress={() => setOpen(true)}>
        Report a problem
      </Button>
      {isLimited && (
        <p className="text-sm text-ink-soft">
          To report a withdrawn problem again,{' '}
          <TextLink to={contact} className={linkStyles}>
            contact us
          </TextLink>
          .
        </p>
      )}
      {isOpen && (
        <Suspense>
          <ReportProblemDialog
            booking={booking}
            kinds={kinds}
            onClose={() => setOpen(false)}
            onReported={() => {
              setOpen(false)
              onReported()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

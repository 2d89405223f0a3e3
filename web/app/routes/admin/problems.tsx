import { useQuery, useQueryClient } from '@tanstack/react-query'
import { problemRules } from '@hourspace/domain/problems.ts'
import { problemQueue, type WaitingProblem } from '#web/data/admin-bookings.ts'
import { DecideProblem } from '#web/features/administration/decide-problem.tsx'
import { focusAfterDecision } from '#web/features/administration/focus-after-decision.ts'
import { ProblemLog } from '#web/features/administration/problem-log.tsx'
import { ProblemItem } from '#web/features/booking/problem-item.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { paths } from '#web/lib/paths.ts'
import { formatUtc } from '#web/lib/times.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** The open reports of booking problems. */
export function Problems({ adminId }: { adminId: string }) {
  const queue = useQuery(problemQueue(adminId))
  const queryClient = useQueryClient()
  const problems = queue.data?.problems ?? []
  if (problems.length === 0 && !queue.error) return null

  function focusList() {
    const left = queryClient.getQueryData(problemQueue(adminId).queryKey)?.problems
    focusAfterDecision('problems', left?.length ?? 0)
  }

  return (
    <section aria-labelledby="problems" className="flex flex-col gap-4">
      <h2 id="problems" tabIndex={-1} className="text-2xl outline-none">
        Booking problems
      </h2>
      <QueryError query={queue} fallback="Failed to fetch problem reports" />
      {problems.length > 0 && (
        <Card flush>
          <ul className="divide-y divide-line">
            {problems.map((problem) => (
              <li key={problem.id} className="px-4 py-5 sm:px-5">
                <ProblemItem
                  problem={problem}
                  booking={problem.booking}
                  viewerId={adminId}
                  viewer="admin"
                  title={<Title problem={problem} />}
                  reportedAt={formatUtc(problem.created_at)}
                >
                  <DecideProblem
                    problem={problem}
                    booking={problem.booking}
                    adminId={adminId}
                    onDecided={focusList}
                  />
                </ProblemItem>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

/** The log of decisions and cancellations, and the hosts who cancelled bookings. */
export function ProblemHistory({ adminId }: { adminId: string }) {
  const queue = useQuery(problemQueue(adminId))
  const { events = [], hosts = [] } = queue.data ?? {}
  return (
    <section aria-labelledby="problem-history" className="flex flex-col gap-4">
      <h2 id="problem-history" className="text-2xl">
        Problems and cancellations
      </h2>
      {!queue.data && !queue.error && <Skeleton className="h-40 rounded-card" />}
      {queue.data && (
        <div className="grid gap-4 lg:grid-cols-2">
          <Card className="flex flex-col gap-4">
            <h3 className="text-lg">Log</h3>
            {events.length > 0 ? (
              <ProblemLog events={events} />
            ) : (
              <p className="text-sm text-ink-soft">Decisions and cancellations appear here.</p>
            )}
          </Card>
          <Card className="flex flex-col gap-4">
            <h3 className="text-lg">Cancellations by hosts in 12 months</h3>
            {hosts.length > 0 ? (
              <ul className="divide-y divide-line text-sm">
                {hosts.map((host) => (
                  <li key={host.host_id} className="flex justify-between gap-4 py-2">
                    <TextLink to={paths.host(host.host_id)}>{host.host_name ?? 'A host'}</TextLink>
                    <span className="tabular-nums">
                      {host.cancellations} of {host.bookings}
                    </span>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="text-sm text-ink-soft">No host has cancelled a booking.</p>
            )}
          </Card>
        </div>
      )}
    </section>
  )
}

function Title({ problem }: { problem: WaitingProblem }) {
  const { booking } = problem
  return (
    <>
      {problemRules[problem.kind].name}:{' '}
      <TextLink to={paths.adminBooking(booking.id)}>{booking.space.title}</TextLink>
      <span className="block text-sm font-normal text-ink-soft">
        Guest: {booking.guest?.full_name ?? 'No name'} · Host:{' '}
        {booking.space.host?.full_name ?? 'No name'}
      </span>
    </>
  )
}

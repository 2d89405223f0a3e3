import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mostWithdrawnReports, withdrawnReports } from '@hourspace/domain/problems.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { type Problem, withdrawProblem } from '#web/data/problems.ts'
import { userKey } from '#web/data/query-client.ts'
import { ProblemItem } from '#web/features/booking/problem-item.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { Panel } from './panel.tsx'

export function Problems(props: { booking: BookingDetails; viewerId: string; isHost: boolean }) {
  const { booking, viewerId, isHost } = props
  if (booking.problems.length === 0) return null
  const newestFirst = booking.problems.toSorted((one, other) =>
    other.created_at.localeCompare(one.created_at),
  )
  return (
    <Panel title="Problem reports">
      <ul className="flex flex-col gap-6 divide-y divide-line *:not-last:pb-6">
        {newestFirst.map((problem) => (
          <li key={problem.id}>
            <ProblemItem
              problem={problem}
              booking={booking}
              viewerId={viewerId}
              viewer={isHost ? 'host' : 'guest'}
            >
              {problem.user_id === viewerId &&
                (problem.status === 'open' || problem.status === 'recorded') && (
                  <TakeBack problem={problem} viewerId={viewerId}>
                    {withdrawalText(problem, booking.problems)}
                  </TakeBack>
                )}
            </ProblemItem>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Returns what the withdrawal of a report does, for the dialog that confirms it. */
export function withdrawalText(
  { kind }: Pick<Problem, 'kind'>,
  reports: readonly Pick<Problem, 'kind' | 'status'>[],
): string {
  const isLast = withdrawnReports(kind, reports) + 1 >= mostWithdrawnReports
  return isLast
    ? 'We will not decide on it. You have withdrawn this report before, so you can’t report this problem again afterwards.'
    : 'We will not decide on it. You can report the problem again until the reporting deadline.'
}

function TakeBack(props: { problem: Problem; viewerId: string; children: string }) {
  const { problem, viewerId, children } = props
  const [isAsking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => withdrawProblem(problem.id),
    onSuccess: async () => {
      setAsking(false)
      showToast({ title: 'Report withdrawn', tone: 'success' })
      await queryClient.invalidateQueries({ queryKey: userKey(viewerId) })
    },
  })
  return (
    <div>
      <Button size="small" variant="secondary" onPress={() => setAsking(true)}>
        Withdraw report
      </Button>
      <AlertDialog
        title="Withdraw this report?"
        isOpen={isAsking}
        confirmLabel="Withdraw report"
        dismissLabel="Keep report"
        onConfirm={() => mutate()}
        onDismiss={() => setAsking(false)}
        isPending={isPending}
        error={
          error
            ? messageOf(error, 'The report could not be withdrawn. Please try again.')
            : undefined
        }
      >
        <p>{children}</p>
      </AlertDialog>
    </div>
  )
}

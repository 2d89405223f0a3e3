import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { problemRules } from '@hourspace/domain/problems.ts'
import { type AdminBooking, refreshAfterDecision, settleDamage } from '#web/data/admin-bookings.ts'
import type { Problem } from '#web/data/problems.ts'
import { messageOf } from '#web/lib/errors.ts'
import { lazy } from '#web/lib/lazy.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'

const DecideDialog = lazy(() => import('./decide-dialog.tsx'))

export function DecideProblem(props: {
  problem: Problem
  booking: AdminBooking
  adminId: string
  /**
   * Called after the decision is shown. Must move the focus, because the focused button disappears.
   */
  onDecided: () => void
}) {
  const { problem, booking, adminId, onDecided } = props
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const refresh = () => refreshAfterDecision(queryClient, adminId).then(onDecided)
  const settle = useMutation({
    mutationFn: () => settleDamage(problem.id),
    onSuccess: async () => {
      setOpen(false)
      showToast({ title: 'Recorded as paid', tone: 'success' })
      await refresh()
    },
  })

  if (problem.status === 'open')
    return (
      <>
        <Button size="small" className="self-start" onPress={() => setOpen(true)}>
          Decide
          <span className="sr-only">
            : {problemRules[problem.kind].name}, {booking.space.title}
          </span>
        </Button>
        {isOpen && (
          <Suspense>
            <DecideDialog
              problem={problem}
              booking={booking}
              onClose={() => setOpen(false)}
              onDecided={() => {
                setOpen(false)
                showToast({ title: 'Decided; both sides get an email', tone: 'success' })
                void refresh()
              }}
            />
          </Suspense>
        )}
      </>
    )
  if (problem.kind !== 'damage' || problem.status !== 'upheld' || problem.settled_at) return null
  return (
    <>
      <Button size="small" variant="secondary" className="self-start" onPress={() => setOpen(true)}>
        Record as paid
      </Button>
      <AlertDialog
        title="Was the damage paid?"
        isOpen={isOpen}
        confirmLabel="Record as paid"
        dismissLabel="Not yet"
        onConfirm={() => settle.mutate()}
        onDismiss={() => setOpen(false)}
        isPending={settle.isPending}
        error={
          settle.error
            ? messageOf(settle.error, 'The payment could not be recorded. Please try again.')
            : undefined
        }
      >
        <p>By the guest or by the insurance. The claim then leaves the queue.</p>
      </AlertDialog>
    </>
  )
}

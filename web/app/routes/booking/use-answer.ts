import { useMutation } from '@tanstack/react-query'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { answerRequest } from '#web/data/bookings.ts'
import { showToast } from '#web/ui/toast.tsx'

export type RequestProps = {
  booking: BookingDetails
  now: Date
  /** `onAnswered` is also called if the request had already been answered or had expired. */
  onAnswered: () => Promise<void>
}

const toasts = {
  confirmed: { title: 'Request accepted', tone: 'success' },
  requested: { title: 'Request accepted: the card is being charged', tone: 'success' },
  declined: { title: 'Request declined', tone: 'success' },
  cancelled: { title: 'Request withdrawn', tone: 'success' },
  expired: { title: 'Not booked: the card could not be charged', tone: 'error' },
} as const

/**
 * Mutation that answers a booking request. `closeDialog` is called before `onAnswered`, because an
 * open dialog would keep the focus that `onAnswered` moves.
 */
export function useAnswer({ booking, onAnswered }: RequestProps, closeDialog: () => void) {
  return useMutation({
    mutationFn: (answer: Omit<Parameters<typeof answerRequest>[0], 'bookingId'>) =>
      answerRequest({ bookingId: booking.id, ...answer }),
    onSuccess: async (status) => {
      showToast(toasts[status])
      closeDialog()
      await onAnswered()
    },
  })
}

import type { RefundStatus } from '#web/data/bookings.ts'

/** What a host hears of a guest's refund: only that it came back, as there is nothing to do; or null. */
export function refundTrouble(status: RefundStatus | null): string | null {
  if (status !== 'retrying' && status !== 'failed') return null
  return 'The refund to the guest came back; we look after it'
}

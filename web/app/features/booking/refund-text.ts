import type { RefundStatus } from '#web/data/bookings.ts'

/** What stands behind a refunded amount on the guest's own screens. */
export function refundText(status: RefundStatus | null): string {
  switch (status) {
    case 'pending':
      return 'on its way back to you'
    case 'retrying':
      return 'came back from your bank; we try again'
    case 'failed':
      return 'came back from your bank; we will write to you'
    case 'settled':
    case 'succeeded':
    case null:
      return 'refunded'
  }
}

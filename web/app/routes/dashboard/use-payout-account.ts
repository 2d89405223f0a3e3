import { useSearchParams } from 'react-router'
import { payoutAccountState } from './payout-account.ts'
import { useQuery } from '#web/data/use-query.ts'

/** How far the host's account for payouts is, as the payment provider tells it; null waits. */
export function usePayoutAccount(userId: string | null) {
  // Coming back from Stripe is reason enough to ask it again.
  const [query] = useSearchParams()
  return useQuery(
    userId && `payout account of ${userId} ${query.get('payouts') ?? ''}`,
    (client) => payoutAccountState(client, userId ?? ''),
    'Failed to connect Stripe account',
  )
}

export type PayoutAccount = ReturnType<typeof usePayoutAccount>

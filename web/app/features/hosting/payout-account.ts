import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { browserClient } from '#web/data/browser-client.ts'
import type { Client } from '#web/data/client.ts'
import { callFunction } from '#web/data/functions.ts'
import { userKey } from '#web/data/query-client.ts'

export type PayoutAccountState =
  'not_connected' | 'incomplete' | 'pending' | 'ready' | 'restricted' | 'bank_refused'

async function payoutAccountState(client: Client, userId: string): Promise<PayoutAccountState> {
  const { data } = await client
    .from('profiles')
    .select('stripe_account_id, bank_refused_at')
    .eq('id', userId)
    .maybeSingle()
    .throwOnError()
  const accountId = data?.stripe_account_id
  if (!accountId) return 'not_connected'

  const { status } = await callFunction<{ status: PayoutAccountState }>('stripe-account', {
    action: 'check',
    accountId,
  })
  // Overrides the status 'ready', which Stripe keeps even if the bank has refused a payout.
  return status === 'ready' && data.bank_refused_at ? 'bank_refused' : status
}

/**
 * Returns the URL of Stripe's onboarding. `country` (ISO 3166) is used only if the host has no
 * Stripe account yet.
 */
export async function payoutOnboardingUrl(country?: string): Promise<string> {
  const body = { action: 'create', ...(country && { country }) }
  const { url } = await callFunction<{ url: string }>('stripe-account', body)
  return url
}

/** Returns the URL of the page at Stripe where a host changes the bank account. */
export async function stripeDashboardUrl(): Promise<string> {
  const { url } = await callFunction<{ url: string }>('stripe-account', { action: 'dashboard' })
  return url
}

/**
 * Queries the status of the payout account, and queries it again when the host returns from Stripe.
 */
export function usePayoutAccount(userId: string | undefined) {
  const [search] = useSearchParams()
  return useQuery({
    queryKey: [...userKey(userId), 'payout account', search.get('payouts')],
    queryFn: async () => payoutAccountState(await browserClient(), userId ?? ''),
    enabled: userId !== undefined,
  })
}

export type PayoutAccount = ReturnType<typeof usePayoutAccount>

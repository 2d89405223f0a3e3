import { callFunction } from './functions.ts'
import type { Client } from './client.ts'

/** How far a host's account for payouts is. */
export type PayoutAccountState = 'not_connected' | 'incomplete' | 'pending' | 'ready' | 'restricted'

/** The state of the asker's payout account, as the payment provider tells it. */
export async function payoutAccountState(
  client: Client,
  userId: string,
): Promise<PayoutAccountState> {
  const { data, error } = await client
    .from('profiles')
    .select('stripe_account_id')
    .eq('id', userId)
    .maybeSingle()
  if (error) throw error
  const accountId = data?.stripe_account_id
  if (!accountId) return 'not_connected'

  const { status } = await callFunction<{ status: PayoutAccountState }>('stripe-account', {
    action: 'check',
    accountId,
  })
  return status
}

/** Opens the asker's payout account, or goes on with it. Answers the page to send them to. */
export async function payoutOnboardingUrl(): Promise<string> {
  const { url } = await callFunction<{ url: string }>('stripe-account', { action: 'create' })
  return url
}

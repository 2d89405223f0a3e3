import { queryOptions } from '@tanstack/react-query'
import type { Currency } from '@hourspace/domain/money.ts'
import { browserClient } from './browser-client.ts'
import { userKey } from './query-client.ts'

/** A host's Stripe account, as Stripe last reported it. */
export type HostAccount = {
  /** `country` is an ISO 3166 code; null until the server has read the Stripe account. */
  country: string | null
  requirements: string[]
  requirements_due_at: string | null
  payout_interval: 'daily' | 'weekly' | 'monthly' | 'manual'
  payout_weekday: string | null
  payout_day_of_month: number | null
}

/** A payout from a host's Stripe account to the host's bank. The amount is in minor units. */
export type BankPayout = {
  id: string
  amount_minor: number
  currency: Lowercase<Currency>
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
  arrives_at: string
  failure_code: string | null
  created_at: string
}

const shownPayouts = 3

export const hostAccount = (userId: string) =>
  queryOptions({
    queryKey: [...userKey(userId), 'host account'],
    queryFn: async () => {
      const client = await browserClient()
      const [account, payouts] = await Promise.all([
        client
          .from('host_accounts')
          .select(
            'country, requirements, requirements_due_at, payout_interval, payout_weekday, payout_day_of_month',
          )
          .eq('host_id', userId)
          .maybeSingle()
          .throwOnError(),
        client
          .from('bank_payouts')
          .select('id, amount_minor, currency, status, arrives_at, failure_code, created_at')
          .eq('host_id', userId)
          .order('created_at', { ascending: false })
          .limit(shownPayouts)
          .throwOnError()
          .overrideTypes<BankPayout[], { merge: false }>(),
      ])
      return { account: account.data as HostAccount | null, payouts: payouts.data }
    },
  })

/** Query options of the country names of a host's listings. */
export const listingCountries = (userId: string) =>
  queryOptions({
    queryKey: [...userKey(userId), 'listing countries'],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client
        .from('spaces')
        .select('country')
        .eq('user_id', userId)
        .limit(100)
        .throwOnError()
      return data.map(({ country }) => country)
    },
  })

import { queryOptions } from '@tanstack/react-query'
import type { Currency } from '@hourspace/domain/money.ts'
import { browserClient } from './browser-client.ts'
import { userKey } from './query-client.ts'

/**
 * A comparison of the ledger with Stripe. `drift` counts the differences that are still open at the
 * end of the comparison.
 */
export type ReconciliationRun = {
  id: number
  started_at: string
  finished_at: string | null
  checked: number
  replayed: number
  drift: number
}

/** A difference between the ledger and Stripe. Amounts are in minor units. */
export type Difference = {
  id: number
  kind: 'missing_in_ledger' | 'missing_at_stripe' | 'amount' | 'balance'
  movement: string
  stripe_id: string
  booking_id: string | null
  currency: Currency
  stripe_minor: number
  ledger_minor: number
  found_at: string
}

type Repair = {
  id: number
  movement: string
  stripe_id: string
  repaired_at: string
  repair_reason: string
  admin: { full_name: string | null } | null
}

/**
 * A payout on hold, because its transfer was reversed at Stripe. `held_minor` is the part of the
 * host's share that was not transferred, in minor units.
 */
export type HeldPayout = {
  id: string
  held_minor: number
  currency: Currency
  reversal_held_at: string
  booking: { id: string; space: { title: string } }
}

const shownRuns = 7
const mostDifferences = 50

export const reconciliation = (adminId: string) =>
  queryOptions({
    queryKey: [...userKey(adminId), 'reconciliation'],
    queryFn: async () => {
      const client = await browserClient()
      const [runs, differences, repairs, held] = await Promise.all([
        client
          .from('reconciliation_runs')
          .select('id, started_at, finished_at, checked, replayed, drift')
          .order('id', { ascending: false })
          .limit(shownRuns)
          .throwOnError()
          .overrideTypes<ReconciliationRun[], { merge: false }>(),
        client
          .from('reconciliation_differences')
          .select(
            'id, kind, movement, stripe_id, booking_id, currency, stripe_minor, ledger_minor, found_at',
          )
          .is('gone_at', null)
          .is('repaired_at', null)
          .order('id')
          .limit(mostDifferences)
          .throwOnError()
          .overrideTypes<Difference[], { merge: false }>(),
        client
          .from('reconciliation_differences')
          .select('id, movement, stripe_id, repaired_at, repair_reason, admin:profiles(full_name)')
          .not('repaired_at', 'is', null)
          .order('repaired_at', { ascending: false })
          .limit(shownRuns)
          .throwOnError()
          .overrideTypes<Repair[], { merge: false }>(),
        client
          .from('payouts')
          .select(
            'id, held_minor:payout_held_minor, currency, reversal_held_at, booking:bookings!inner(id, space:spaces!inner(title))',
          )
          .not('reversal_held_at', 'is', null)
          .order('reversal_held_at')
          .limit(mostDifferences)
          .throwOnError()
          .overrideTypes<HeldPayout[], { merge: false }>(),
      ])
      return {
        runs: runs.data,
        differences: differences.data,
        repairs: repairs.data,
        held: held.data,
      }
    },
  })

/**
 * Corrects the ledger by the amount of a difference. The reason is stored with the admin's name.
 */
export async function repairDifference(id: number, reason: string): Promise<void> {
  const client = await browserClient()
  await client.rpc('repair_difference', { p_difference_id: id, p_reason: reason }).throwOnError()
}

export type HeldPayoutAction = 'send_again' | 'keep'

/** Repeats a payout whose transfer was reversed at Stripe, or keeps the money for Hourspace. */
export async function resolveReversedTransfer(
  payoutId: string,
  action: HeldPayoutAction,
  reason: string,
): Promise<void> {
  const client = await browserClient()
  await client
    .rpc('resolve_reversed_transfer', { p_payout_id: payoutId, p_action: action, p_reason: reason })
    .throwOnError()
}

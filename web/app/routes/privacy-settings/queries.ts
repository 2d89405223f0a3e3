import type { Currency } from '@hourspace/domain/money.ts'
import type { Client } from '#web/data/client.ts'
import { callFunction } from '#web/data/functions.ts'

/** What has to be settled before an account can go. */
export type DeletionBlocker = {
  kind:
    | 'guest_booking'
    | 'host_booking'
    | 'guest_checkout'
    | 'host_checkout'
    | 'dispute'
    | 'refund'
    | 'payout'
  id: string
  /** Of the space. */
  title: string
  /** Day of the booking in the space's own time, `YYYY-MM-DD`. */
  on_day: string
  /** Decimal, where money is what is waited for. */
  amount: number | null
  currency: Currency | null
}

/** Everything stored about the signed-in person, as `export-account` tells it. */
export const exportAccount = () => callFunction<Record<string, unknown>>('export-account', {})

/** Deletes the signed-in person's account for good. Throws FunctionRefusal. */
export const deleteAccount = (
  proof: { password: string } | { code: string },
  confirmation: string,
) => callFunction<{ status: 'deleted' }>('delete-account', { ...proof, confirmation })

export async function deletionBlockers(client: Client): Promise<DeletionBlocker[]> {
  const { data, error } = await client.rpc('my_account_deletion_blockers')
  if (error) throw error
  return data as DeletionBlocker[]
}

/** Whether the newsletter goes to the signed-in person's confirmed address. */
export async function readsNewsletter(client: Client): Promise<boolean> {
  const { data, error } = await client.rpc('is_newsletter_subscriber')
  if (error) throw error
  return data
}

export async function leaveNewsletter(client: Client): Promise<void> {
  const { error } = await client.rpc('unsubscribe_from_newsletter')
  if (error) throw error
}

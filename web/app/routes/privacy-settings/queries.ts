import type { Currency } from '@hourspace/domain/money.ts'
import type { Client } from '#web/data/client.ts'
import { callFunction } from '#web/data/functions.ts'

/** Something that blocks the deletion of the account until it is resolved. */
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
  /** Title of the space. */
  title: string
  /** Day of the booking in the space's time zone, `YYYY-MM-DD`. */
  on_day: string
  /** Decimal amount owed, for blockers about payments. */
  amount: number | null
  currency: Currency | null
}

/** Downloads all data stored about the signed-in user. */
export const exportAccount = () => callFunction<Record<string, unknown>>('export-account', {})

/** Deletes the signed-in user's account permanently. Throws FunctionRefusal. */
export const deleteAccount = (
  proof: { password: string } | { code: string },
  confirmation: string,
) => callFunction<{ status: 'deleted' }>('delete-account', { ...proof, confirmation })

export async function deletionBlockers(client: Client): Promise<DeletionBlocker[]> {
  const { data, error } = await client.rpc('my_account_deletion_blockers')
  if (error) throw error
  return data as DeletionBlocker[]
}

/** Returns whether the user's verified email is subscribed to the newsletter. */
export async function isNewsletterSubscriber(client: Client): Promise<boolean> {
  const { data, error } = await client.rpc('is_newsletter_subscriber')
  if (error) throw error
  return data
}

export async function unsubscribeNewsletter(client: Client): Promise<void> {
  const { error } = await client.rpc('unsubscribe_from_newsletter')
  if (error) throw error
}

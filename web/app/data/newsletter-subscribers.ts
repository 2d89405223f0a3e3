import { queryOptions } from '@tanstack/react-query'
import { allRows } from './all-rows.ts'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'
import { type Cursor, pagedQuery, readPage } from './keyset.ts'
import { userKey } from './query-client.ts'

/** A confirmed subscriber of the newsletter who has not unsubscribed. */
export type Subscriber = { id: string; email: string; confirmed_at: string }

const pageSize = 20
const exportPageSize = 500

const keyOf = (adminId: string | undefined) => [...userKey(adminId), 'newsletter subscribers']

/** Query options of the confirmed subscribers of the newsletter, newest first. */
export const newsletterSubscribers = (adminId: string) =>
  pagedQuery(adminId, [...keyOf(adminId), 'list'], (client, _adminId, after) =>
    readSubscribers(client, after, pageSize),
  )

export const subscriberCount = (adminId: string) =>
  queryOptions({
    queryKey: [...keyOf(adminId), 'count'],
    queryFn: async () => {
      const client = await browserClient()
      const { count } = await client
        .from('newsletter_subscriptions')
        .select('id', { count: 'exact', head: true })
        .eq('status', 'confirmed')
        .throwOnError()
      return count ?? 0
    },
  })

/** Returns all subscribers of the newsletter, newest first, for an export. */
export async function allSubscribers(): Promise<Subscriber[]> {
  const client = await browserClient()
  return allRows((after) => readSubscribers(client, after, exportPageSize))
}

const readSubscribers = (client: Client, after: Cursor | null, limit: number) =>
  readPage<Subscriber, 'confirmed_at'>(
    client
      .from('newsletter_subscriptions')
      .select('id, email, confirmed_at')
      .eq('status', 'confirmed'),
    'confirmed_at',
    { after, limit },
  )

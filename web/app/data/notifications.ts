import { queryOptions } from '@tanstack/react-query'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'
import { pagedQuery, readPage } from './keyset.ts'
import { userKey } from './query-client.ts'

export type Notification = {
  id: string
  kind: string
  path: string
  data: Readonly<Record<string, unknown>>
  created_at: string
  read_at: string | null
}

export const notificationKeys = {
  ofUser: (userId: string | undefined) => [...userKey(userId), 'notifications'] as const,
}

const pageSize = 20

export const ownNotifications = (userId: string | undefined) =>
  pagedQuery(userId, [...notificationKeys.ofUser(userId), 'list'], (client, _userId, after) =>
    readPage<Notification, 'created_at'>(
      client.from('notifications').select('id, kind, path, data, created_at, read_at') as never,
      'created_at',
      { after, limit: pageSize },
    ),
  )

export const unreadNotifications = (userId: string | undefined) =>
  queryOptions({
    queryKey: [...notificationKeys.ofUser(userId), 'unread'],
    queryFn: async () => countUnread(await browserClient()),
    enabled: userId !== undefined,
    staleTime: 60_000,
  })

async function countUnread(client: Client): Promise<number> {
  const { count } = await client
    .from('notifications')
    .select('id', { count: 'exact', head: true })
    .is('read_at', null)
    .throwOnError()
  return count ?? 0
}

/** Marks notifications as read. Without ids, marks all notifications of the user. */
export async function markAsRead(ids?: readonly string[]): Promise<void> {
  const client = await browserClient()
  const unread = client
    .from('notifications')
    .update({ read_at: new Date().toISOString() })
    .is('read_at', null)
  await (ids ? unread.in('id', [...ids]) : unread).throwOnError()
}

export type Channel = 'app' | 'email'

type Preference = { group_name: string; channel: string; is_enabled: boolean }

/**
 * Query options of the user's notification preferences. All channels are on by default. The
 * database stores only the preferences that the user has changed.
 */
export const notificationPreferences = (userId: string | undefined) =>
  queryOptions({
    queryKey: [...notificationKeys.ofUser(userId), 'preferences'],
    queryFn: async (): Promise<Preference[]> => {
      const client = await browserClient()
      const { data } = await client
        .from('notification_preferences')
        .select('group_name, channel, is_enabled')
        .throwOnError()
      return data
    },
    enabled: userId !== undefined,
  })

export async function saveNotificationPreference(
  group: string,
  channel: Channel,
  isEnabled: boolean,
): Promise<void> {
  const client = await browserClient()
  await client
    .rpc('set_notification_preference', {
      p_group_name: group,
      p_channel: channel,
      p_is_enabled: isEnabled,
    })
    .throwOnError()
}

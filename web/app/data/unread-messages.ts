import { queryOptions } from '@tanstack/react-query'
import { browserClient } from './browser-client.ts'
import { messageKeys, pollMs } from './message-keys.ts'

export const unreadConversations = (userId: string | undefined) =>
  queryOptions({
    queryKey: [...messageKeys.all(userId), 'unread'],
    queryFn: async () => {
      const client = await browserClient()
      const { data } = await client.rpc('unread_conversations').throwOnError()
      return data
    },
    enabled: userId !== undefined,
    refetchInterval: pollMs,
    // Does not refetch the count when the user opens another page, because Realtime reports changes
    // between polls.
    staleTime: pollMs,
  })

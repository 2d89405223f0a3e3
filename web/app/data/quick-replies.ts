import { queryOptions } from '@tanstack/react-query'
import { browserClient } from './browser-client.ts'
import { userKey } from './query-client.ts'

export type QuickReply = { id: string; title: string; body: string }

/** Maximum lengths, as in the constraints of the table `quick_replies`. */
export const longestReplyTitle = 60
export const longestReplyBody = 2000

export const quickReplies = (userId: string | undefined) =>
  queryOptions({
    queryKey: [...userKey(userId), 'quick replies'],
    queryFn: async (): Promise<QuickReply[]> => {
      const client = await browserClient()
      const { data } = await client
        .from('quick_replies')
        .select('id, title, body')
        .order('created_at')
        .throwOnError()
      return data
    },
    enabled: userId !== undefined,
  })

/** Adds a quick reply, or changes the existing reply with the given id. */
export async function saveQuickReply(reply: {
  id: string | null
  title: string
  body: string
}): Promise<void> {
  const { id, ...texts } = reply
  const table = (await browserClient()).from('quick_replies')
  await (id ? table.update(texts).eq('id', id) : table.insert(texts)).throwOnError()
}

export async function deleteQuickReply(id: string): Promise<void> {
  await (await browserClient()).from('quick_replies').delete().eq('id', id).throwOnError()
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageKeys } from '#web/data/message-keys.ts'
import { type Attachment, sendMessage } from '#web/data/messages.ts'
import { messageOf } from '#web/lib/errors.ts'
import { clearDraft, readDraft, saveDraft } from '#web/lib/use-draft.ts'

export type Outgoing = {
  id: string
  body: string
  attachments: readonly Pick<Attachment, 'bucket' | 'path' | 'name'>[]
  /** `error` is null until sending the message has failed. */
  error: string | null
}

/**
 * The most recent request of each conversation. The next request waits for it, so that messages are
 * sent in order.
 */
const sending = new Map<string, Promise<void>>()

/**
 * Messages that are being sent or have failed. They stay in the query cache until sign-out, even
 * when the user opens other pages. A reload aborts their requests but keeps the messages.
 */
export function useOutbox(userId: string, conversationId: string) {
  const client = useQueryClient()
  const queryKey = messageKeys.outbox(userId, conversationId)
  const storageKey = `hourspace-unsent-messages:${userId}:${conversationId}`
  const { data: outgoing } = useQuery({
    queryKey,
    queryFn: (): Outgoing[] => client.getQueryData(queryKey) ?? [],
    initialData: () =>
      (readDraft<Outgoing[]>(storageKey) ?? []).map((message) => ({
        ...message,
        error: message.error ?? 'No connection',
      })),
    staleTime: Infinity,
    gcTime: Infinity,
  })
  function change(update: (before: Outgoing[]) => Outgoing[]) {
    const after = client.setQueryData<Outgoing[]>(queryKey, (before) => update(before ?? []))
    if (after?.length) saveDraft(storageKey, after)
    else clearDraft(storageKey)
  }
  const set = (id: string, error: string | null) =>
    change((before) => before.map((it) => (it.id === id ? { ...it, error } : it)))
  const drop = (id: string) => change((before) => before.filter((it) => it.id !== id))

  async function attempt(message: Outgoing) {
    try {
      await sendMessage({ ...message, conversationId })
      await client.invalidateQueries({ queryKey: messageKeys.all(userId) })
      drop(message.id)
    } catch (error) {
      set(message.id, messageOf(error, 'No connection'))
    }
  }

  function enqueue(message: Outgoing) {
    const before = sending.get(conversationId) ?? Promise.resolve()
    sending.set(
      conversationId,
      before.then(() => attempt(message)),
    )
  }

  return {
    outgoing,
    send(draft: Pick<Outgoing, 'body' | 'attachments'>) {
      const message = { ...draft, id: crypto.randomUUID(), error: null }
      change((before) => [...before, message])
      enqueue(message)
    },
    retry(message: Outgoing) {
      set(message.id, null)
      enqueue(message)
    },
    drop,
  }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messageKeys } from '#web/data/message-keys.ts'
import { type Attachment, type Message, sendMessage } from '#web/data/messages.ts'
import { messageOf } from '#web/lib/errors.ts'
import { clearDraft, readDraft, saveDraft } from '#web/lib/use-draft.ts'

export type Outgoing = {
  id: string
  body: string
  attachments: readonly Pick<Attachment, 'bucket' | 'path' | 'name'>[]
  /** `error` is null until sending the message has failed. */
  error: string | null
  /** `isSent` is true once the server has stored the message. */
  isSent: boolean
}

/**
 * The most recent request of each conversation. The next request waits for it, so that messages are
 * sent in order.
 */
const sending = new Map<string, Promise<void>>()

/**
 * The user's messages that are not yet in `messages`, the loaded part of the conversation. They
 * stay in the query cache until sign-out, even when the user opens other pages. A reload aborts
 * their requests but keeps the unsent messages.
 */
export function useOutbox(
  userId: string,
  conversationId: string,
  messages: readonly Message[] | undefined,
) {
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
    const unsent = after?.filter(({ isSent }) => !isSent)
    if (unsent?.length) saveDraft(storageKey, unsent)
    else clearDraft(storageKey)
  }
  const set = (id: string, state: Partial<Outgoing>) =>
    change((before) => before.map((it) => (it.id === id ? { ...it, ...state } : it)))
  const drop = (id: string) => change((before) => before.filter((it) => it.id !== id))

  // A sent message stays in the outbox until the refetched messages contain it.
  const loaded = new Set(messages?.map(({ id }) => id))
  useEffect(() => {
    if (outgoing.some(({ id }) => loaded.has(id)))
      change((before) => before.filter(({ id }) => !loaded.has(id)))
  })

  async function attempt(message: Outgoing) {
    try {
      await sendMessage({ ...message, conversationId })
      set(message.id, { isSent: true })
      void client.invalidateQueries({ queryKey: messageKeys.all(userId) })
    } catch (error) {
      set(message.id, { error: messageOf(error, 'No connection') })
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
    outgoing: outgoing.filter(({ id }) => !loaded.has(id)),
    send(draft: Pick<Outgoing, 'body' | 'attachments'>) {
      const message = { ...draft, id: crypto.randomUUID(), error: null, isSent: false }
      change((before) => [...before, message])
      enqueue(message)
    },
    retry(message: Outgoing) {
      set(message.id, { error: null })
      enqueue(message)
    },
    drop,
  }
}

import { queryOptions } from '@tanstack/react-query'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'
import { pagedQuery, readPage, type Page } from './keyset.ts'
import { userKey } from './query-client.ts'

export const inboxStates = ['new', 'answered', 'closed'] as const

export type InboxState = (typeof inboxStates)[number]

export type InboxItem = {
  id: string
  kind: 'message' | 'application'
  name: string
  email: string
  /** `topic` is the subject of a contact message, or the job opening of an application. */
  topic: string
  body: string
  state: InboxState
  created_at: string
}

type Answer = {
  id: string
  body: string
  created_at: string
  admin: { full_name: string | null } | null
}

export type OpenItem = InboxItem & {
  answers: Answer[]
  application: { phone: string | null; resume_path: string; resume_name: string } | null
}

const columns = 'id, kind, name, email, topic, body, state, created_at' as const

const pageSize = 20

export const inboxKeys = {
  all: (adminId: string | undefined) => [...userKey(adminId), 'admin inbox'] as const,
}

export const inboxItems = (adminId: string | undefined, state: InboxState) =>
  pagedQuery(
    adminId,
    [...inboxKeys.all(adminId), 'list', state],
    (client, _adminId, after): Promise<Page<InboxItem>> =>
      readPage(client.from('inbox_items').select(columns).eq('state', state), 'created_at', {
        after,
        limit: pageSize,
      }),
  )

export const newInboxItems = (adminId: string) =>
  queryOptions({
    queryKey: [...inboxKeys.all(adminId), 'count'],
    queryFn: async () => {
      const client = await browserClient()
      const { count } = await client
        .from('inbox_items')
        .select('id', { count: 'exact', head: true })
        .eq('state', 'new')
        .throwOnError()
      return count ?? 0
    },
    staleTime: 60_000,
  })

/** Query options of a message or application with its answers. The data is null if not found. */
export const inboxItem = (adminId: string | undefined, id: string) =>
  queryOptions({
    queryKey: [...inboxKeys.all(adminId), 'item', id],
    queryFn: async () => readItem(await browserClient(), id),
    enabled: adminId !== undefined,
  })

async function readItem(client: Client, id: string): Promise<OpenItem | null> {
  const { data } = await client
    .from('inbox_items')
    .select(columns)
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  const item = data as InboxItem | null
  if (!item) return null
  const [answers, application] = await Promise.all([
    client
      .from('inbox_answers')
      .select('id, body, created_at, admin:profiles(full_name)')
      .eq(item.kind === 'message' ? 'message_id' : 'application_id', id)
      .order('created_at')
      .throwOnError(),
    item.kind === 'application'
      ? client
          .from('job_applications')
          .select('phone, resume_path, resume_name')
          .eq('id', id)
          .single()
          .throwOnError()
      : { data: null },
  ])
  return { ...item, answers: answers.data, application: application.data }
}

/** Emails an admin's answer to the sender of a message or application, and stores the answer. */
export async function answerItem(id: string, body: string): Promise<void> {
  const client = await browserClient()
  await client.rpc('answer_inbox_item', { p_item_id: id, p_body: body }).throwOnError()
}

export async function closeItem(id: string, isClosed: boolean): Promise<void> {
  const client = await browserClient()
  await client.rpc('close_inbox_item', { p_item_id: id, p_is_closed: isClosed }).throwOnError()
}

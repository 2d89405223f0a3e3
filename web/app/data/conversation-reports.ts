import { queryOptions } from '@tanstack/react-query'
import { browserClient } from './browser-client.ts'
import { userKey } from './query-client.ts'

/**
 * Reasons for a report of a conversation, as in the constraint `conversation_reports_reason_known`.
 */
export const conversationReasons = {
  outside_payment: 'Asks to pay or meet outside Hourspace',
  scam: 'It looks like a scam',
  harassment: 'Insults, threats or harassment',
  spam: 'Advertising or spam',
  other: 'Something else',
} as const

type ConversationReason = keyof typeof conversationReasons

export async function reportConversation(report: {
  conversationId: string
  reason: ConversationReason
  details: string
}): Promise<void> {
  const client = await browserClient()
  await client
    .rpc('report_conversation', {
      p_conversation_id: report.conversationId,
      p_reason: report.reason,
      p_details: report.details,
    })
    .throwOnError()
}

type Person = { id: string; full_name: string | null } | null

export type ReportedConversation = {
  id: string
  closed_at: string | null
  guest: Person
  host: Person
  space: { id: string; slug: string | null; title: string; is_listed: boolean } | null
}

export type ConversationReport = {
  id: string
  reason: ConversationReason
  details: string
  created_at: string
  reporter: Person
  conversation: ReportedConversation
}

export type ConversationDecision = {
  id: number
  action: 'dismissed' | 'closed' | 'reopened'
  note: string
  created_at: string
  actor: { full_name: string | null } | null
  conversation: ReportedConversation
}

const conversationColumns = `conversation:conversations!inner(id, closed_at,
  space:spaces(id, slug, title, is_listed),
  guest:profiles!conversations_guest_id_fkey(id, full_name),
  host:profiles!conversations_host_id_fkey(id, full_name))` as const

const mostShown = 50

/**
 * Query options of the oldest open reports of conversations and of the latest decisions on such
 * reports.
 */
export const reportedConversations = (adminId: string) =>
  queryOptions({
    queryKey: [...userKey(adminId), 'reported conversations'],
    queryFn: async () => {
      const client = await browserClient()
      const [reports, decisions] = await Promise.all([
        client
          .from('conversation_reports')
          .select(
            `id, reason, details, created_at, reporter:profiles(id, full_name), ${conversationColumns}`,
          )
          .is('resolved_at', null)
          .order('created_at')
          .limit(mostShown)
          .overrideTypes<ConversationReport[], { merge: false }>()
          .throwOnError(),
        client
          .from('conversation_decisions')
          .select(`id, action, note, created_at, actor:profiles(full_name), ${conversationColumns}`)
          .order('created_at', { ascending: false })
          .limit(mostShown)
          .overrideTypes<ConversationDecision[], { merge: false }>()
          .throwOnError(),
      ])
      return { reports: reports.data, decisions: decisions.data }
    },
  })

export async function decideConversation(decision: {
  conversationId: string
  action: ConversationDecision['action']
  note: string
}): Promise<void> {
  const client = await browserClient()
  await client
    .rpc('decide_conversation', {
      p_conversation_id: decision.conversationId,
      p_action: decision.action,
      p_note: decision.note,
    })
    .throwOnError()
}

import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import {
  conversationReasons,
  reportedConversations,
  type ReportedConversation,
} from '#web/data/conversation-reports.ts'
import { focusAfterDecision } from '#web/features/administration/focus-after-decision.ts'
import { lazy } from '#web/lib/lazy.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { paths } from '#web/lib/paths.ts'
import { formatUtc } from '#web/lib/times.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'

const ConversationDialog = lazy(() => import('./conversation-dialog.tsx'))

const decisions = {
  dismissed: 'found no violation',
  closed: 'closed the conversation',
  reopened: 'reopened the conversation',
}

export function ReportedConversations({ adminId }: { adminId: string }) {
  const list = useQuery(reportedConversations(adminId))
  const [opened, setOpened] = useState<ReportedConversation>()
  const reports = list.data?.reports ?? []

  async function finish() {
    setOpened(undefined)
    const { data } = await list.refetch()
    focusAfterDecision('reported-conversations', data?.reports.length ?? 0)
  }

  if (reports.length === 0 && !list.error && !opened) return null

  return (
    <section aria-labelledby="reported-conversations" className="flex flex-col gap-4">
      <h2 id="reported-conversations" tabIndex={-1} className="text-2xl outline-none">
        Reported conversations
      </h2>
      <QueryError query={list} fallback="Failed to fetch reported conversations" />
      {reports.length > 0 && (
        <Card flush>
          <ul className="divide-y divide-line">
            {reports.map((report) => (
              <li
                key={report.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-5"
              >
                <div className="min-w-0 grow basis-64">
                  <Names conversation={report.conversation} />
                  <p className="text-sm text-ink-soft">
                    {conversationReasons[report.reason]} · reported by{' '}
                    {report.reporter?.full_name ?? 'a user'} ·{' '}
                    <time dateTime={report.created_at}>{formatUtc(report.created_at)}</time>
                  </p>
                  <SpaceOf conversation={report.conversation} />
                  {report.details && (
                    <p className="mt-2 max-w-prose whitespace-pre-line text-ink-soft wrap-anywhere">
                      {report.details}
                    </p>
                  )}
                </div>
                <Opener conversation={report.conversation} onOpen={setOpened} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Opened
        conversation={opened}
        isReported
        adminId={adminId}
        onClose={() => setOpened(undefined)}
        onDecided={() => void finish()}
      />
    </section>
  )
}

/**
 * The log of decisions about reported conversations, in which an admin can read a conversation and
 * decide again. Renders nothing if it is empty.
 */
export function ConversationLog({ adminId }: { adminId: string }) {
  const list = useQuery(reportedConversations(adminId))
  const [opened, setOpened] = useState<ReportedConversation>()
  const log = list.data?.decisions ?? []

  async function finish() {
    setOpened(undefined)
    await list.refetch()
    focusAfterDecision('conversation-log')
  }

  if (log.length === 0) return null
  return (
    <section aria-labelledby="conversation-log" className="flex flex-col gap-4">
      <h2 id="conversation-log" tabIndex={-1} className="text-2xl outline-none">
        Conversation log
      </h2>
      <Card flush>
        <ol className="divide-y divide-line text-sm">
          {log.map((entry) => (
            <li
              key={entry.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-5"
            >
              <div className="flex min-w-0 grow basis-64 flex-col gap-0.5">
                <p>
                  <span className="font-semibold">{entry.actor?.full_name ?? 'A former user'}</span>{' '}
                  {decisions[entry.action]}
                </p>
                <Names conversation={entry.conversation} />
                <SpaceOf conversation={entry.conversation} />
                <p className="max-w-prose whitespace-pre-line text-ink-soft wrap-anywhere">
                  “{entry.note}”
                </p>
                <time dateTime={entry.created_at} className="text-ink-soft">
                  {formatUtc(entry.created_at)}
                </time>
              </div>
              <Opener conversation={entry.conversation} onOpen={setOpened} />
            </li>
          ))}
        </ol>
      </Card>
      <Opened
        conversation={opened}
        isReported={false}
        adminId={adminId}
        onClose={() => setOpened(undefined)}
        onDecided={() => void finish()}
      />
    </section>
  )
}

type ConversationProps = { conversation: ReportedConversation }

function Names({ conversation }: ConversationProps) {
  const { guest, host, closed_at } = conversation
  return (
    <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
      <span>
        Guest: {guest?.full_name ?? 'No name'} · Host: {host?.full_name ?? 'No name'}
      </span>
      {closed_at && <Badge tone="danger">Closed</Badge>}
    </p>
  )
}

function SpaceOf({ conversation: { space } }: ConversationProps) {
  if (!space) return null
  return (
    <p className="text-sm">
      {space.is_listed ? (
        <TextLink to={paths.space(space)}>{space.title}</TextLink>
      ) : (
        <TextLink to={paths.adminListings({ q: space.id })}>{space.title}</TextLink>
      )}
    </p>
  )
}

function Opener(props: ConversationProps & { onOpen: (opened: ReportedConversation) => void }) {
  const { conversation, onOpen } = props
  return (
    <Button size="small" variant="secondary" onPress={() => onOpen(conversation)}>
      Read and decide
      <span className="sr-only"> about {conversation.guest?.full_name ?? 'a guest'}</span>
    </Button>
  )
}

function Opened(props: {
  conversation: ReportedConversation | undefined
  isReported: boolean
  adminId: string
  onClose: () => void
  onDecided: () => void
}) {
  const { conversation, isReported, adminId, onClose, onDecided } = props
  if (!conversation) return null
  return (
    <Suspense>
      <ConversationDialog
        conversation={conversation}
        isReported={isReported}
        adminId={adminId}
        onClose={onClose}
        onDecided={() => {
          showToast({ title: 'The decision is saved', tone: 'success' })
          onDecided()
        }}
      />
    </Suspense>
  )
}

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
    showToast({ title: 'The decision is saved', tone: 'success' })
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
            {reports.map((report) => {
              const { guest, host, space, closed_at } = report.conversation
              return (
                <li
                  key={report.id}
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-5"
                >
                  <div className="min-w-0 grow basis-64">
                    <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                      <span>
                        Guest: {guest?.full_name ?? 'No name'} · Host:{' '}
                        {host?.full_name ?? 'No name'}
                      </span>
                      {closed_at && <Badge tone="danger">Closed</Badge>}
                    </p>
                    <p className="text-sm text-ink-soft">
                      {conversationReasons[report.reason]} · reported by{' '}
                      {report.reporter?.full_name ?? 'a user'} ·{' '}
                      <time dateTime={report.created_at}>{formatUtc(report.created_at)}</time>
                    </p>
                    {space && (
                      <p className="text-sm">
                        {space.is_listed ? (
                          <TextLink to={paths.space(space)}>{space.title}</TextLink>
                        ) : (
                          <TextLink to={paths.adminListings({ q: space.id })}>
                            {space.title}
                          </TextLink>
                        )}
                      </p>
                    )}
                    {report.details && (
                      <p className="mt-2 max-w-prose whitespace-pre-line text-ink-soft wrap-anywhere">
                        {report.details}
                      </p>
                    )}
                  </div>
                  <Button size="small" variant="secondary" onPress={() => setOpened(report)}>
                    Read and decide
                    <span className="sr-only"> about {guest?.full_name ?? 'a guest'}</span>
                  </Button>
                </li>
              )
            })}
          </ul>
        </Card>
      )}
      {opened && (
        <Suspense>
          <ConversationDialog
            report={opened}
            adminId={adminId}
            onClose={() => setOpened(undefined)}
            onDecided={() => void finish()}
          />
        </Suspense>
      )}
    </section>
  )
}

/** The log of decisions about reported conversations. Renders nothing if it is empty. */
export function ConversationLog({ adminId }: { adminId: string }) {
  const log = useQuery(reportedConversations(adminId)).data?.decisions ?? []
  if (log.length === 0) return null
  return (
    <section aria-labelledby="conversation-log" className="flex flex-col gap-4">
      <h2 id="conversation-log" className="text-2xl">
        Conversation log
      </h2>
      <Card>
        <ol className="divide-y divide-line text-sm">
          {log.map((entry) => (
            <li key={entry.id} className="flex flex-col gap-0.5 py-3 first:pt-0 last:pb-0">
              <p>
                <span className="font-semibold">{entry.actor?.full_name ?? 'A former user'}</span>{' '}
                {decisions[entry.action]}
              </p>
              <p className="max-w-prose whitespace-pre-line text-ink-soft wrap-anywhere">
                “{entry.note}”
              </p>
              <time dateTime={entry.created_at} className="text-ink-soft">
                {formatUtc(entry.created_at)}
              </time>
            </li>
          ))}
        </ol>
      </Card>
    </section>
  )
}

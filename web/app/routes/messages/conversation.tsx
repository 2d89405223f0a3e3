import type { Route } from './+types/conversation'
import { company } from '@hourspace/domain/company.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { conversation } from '#web/data/messages.ts'
import { useSession } from '#web/features/account/session.tsx'
import { isUuid } from '#web/lib/is-uuid.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { nameOf } from './conversation-list.tsx'
import { Thread } from './thread.tsx'

export default function ConversationPage({ params }: Route.ComponentProps) {
  const { user } = useSession()
  const isId = isUuid(params.id)
  const head = useQuery({
    ...conversation(user?.id, params.id),
    enabled: Boolean(user) && isId,
  })

  const name = head.data ? nameOf(head.data) : undefined
  useEffect(() => {
    if (!name) return
    const before = document.title
    const own = `${name} · Inbox · ${company.name}`
    document.title = own
    return () => {
      // Restores the document's title, unless the next page has already set its own.
      if (document.title === own) document.title = before
    }
  }, [name])

  if (head.data === null || !isId)
    return (
      <div className="flex h-full flex-col items-start justify-center gap-4 p-6">
        <h2 className="text-2xl">Conversation not found</h2>
        <p className="max-w-prose text-ink-soft">
          This link doesn’t match a conversation in your account. If you wrote with another account,
          sign in with that one.
        </p>
        <LinkButton to={paths.messages()}>Inbox</LinkButton>
      </div>
    )
  if (!head.data || !user)
    return (
      <div className="flex h-full flex-col gap-4 max-lg:p-4">
        {head.error ? (
          <RetryBanner
            message={messageOf(head.error, 'Failed to fetch this conversation')}
            onRetry={() => void head.refetch()}
          />
        ) : (
          <>
            <output className="sr-only">Loading the conversation</output>
            <Skeleton className="h-20 rounded-card" />
            <Skeleton className="min-h-72 grow rounded-card" />
          </>
        )}
      </div>
    )
  return <Thread key={head.data.id} conversation={head.data} userId={user.id} />
}

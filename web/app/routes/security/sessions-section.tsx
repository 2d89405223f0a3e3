import { Monitor, Smartphone } from 'lucide-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import { messageOf } from '#web/lib/errors.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { endOtherSessions } from './change-account.ts'
import { deviceName } from './event-text.ts'
import { focusSection, momentText, Section, securityKey } from './section.tsx'

/** A session of the user. Times are ISO instants. */
type OwnSession = {
  id: string
  created_at: string
  last_used_at: string
  user_agent: string | null
  ip: string | null
  is_current: boolean
}

/** Returns all sessions of the user, with the current session first. */
async function ownSessions(): Promise<OwnSession[]> {
  const client = await browserClient()
  const { data } = await client.rpc('my_sessions').throwOnError()
  return data
}

async function endSession(id: string): Promise<void> {
  const client = await browserClient()
  await client.rpc('end_session', { p_session_id: id }).throwOnError()
}

export function SessionsSection({ userId }: { userId: string }) {
  const queryClient = useQueryClient()
  const queryKey = [...securityKey(userId), 'sessions']
  const query = useQuery({ queryKey, queryFn: ownSessions })
  const { data } = query
  const error = query.error && messageOf(query.error, 'Failed to load your sessions')
  const [isAsking, setAsking] = useState(false)
  const others = data?.filter(({ is_current }) => !is_current) ?? []

  const { mutate, isPending, variables, ...ending } = useMutation({
    mutationFn: async (target: string) => {
      await (target === 'others' ? endOtherSessions() : endSession(target))
      queryClient.setQueryData<OwnSession[]>(queryKey, (before) =>
        before?.filter(({ id, is_current }) => (target === 'others' ? is_current : id !== target)),
      )
      setAsking(false)
      // Focuses the section, because the focused button has been removed.
      focusSection('sessions')
    },
  })
  const end = (target: string) => isPending || mutate(target)
  const problem = ending.error
    ? messageOf(ending.error, 'Failed to sign out that device')
    : undefined

  return (
    <Section
      id="sessions"
      title="Where you are signed in"
      lead="Don’t recognize a device? Sign it out and change your password."
    >
      {error && <RetryBanner message={error} onRetry={() => void query.refetch()} />}
      {!data && !error && (
        <>
          <output className="sr-only">Loading your sessions</output>
          <Skeleton className="h-16 rounded-control" />
          <Skeleton className="h-16 rounded-control" />
        </>
      )}
      {data && (
        <ul className="divide-y divide-line border-y border-line">
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={isPending && variables === session.id}
              onEnd={() => end(session.id)}
            />
          ))}
        </ul>
      )}
      <output className="text-sm text-ink-soft empty:hidden">
        {data && others.length === 0 && 'You’re signed in only on this device.'}
      </output>
      {problem && !isAsking && <Banner tone="error">{problem}</Banner>}
      {others.length > 0 && (
        <Button variant="secondary" className="self-start" onPress={() => setAsking(true)}>
          Sign out everywhere else
        </Button>
      )}
      <AlertDialog
        title="Sign out everywhere else?"
        isOpen={isAsking}
        confirmLabel="Sign out everywhere else"
        dismissLabel="Keep them signed in"
        isPending={isPending && variables === 'others'}
        error={problem}
        onConfirm={() => end('others')}
        onDismiss={() => setAsking(false)}
      >
        {others.length === 1 ? 'One other device' : `${others.length} other devices`} will be signed
        out. You stay signed in here.
      </AlertDialog>
    </Section>
  )
}

function SessionRow(props: { session: OwnSession; isEnding: boolean; onEnd: () => void }) {
  const { session, isEnding, onEnd } = props
  const { created_at, last_used_at, user_agent, ip, is_current } = session
  const name = deviceName(user_agent)
  const Icon = /iPhone|Android|Mobile/.test(user_agent ?? '') ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <Icon aria-hidden className="size-6 shrink-0 text-ink-soft" />
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {name}
          {is_current && <Badge tone="success">This device</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {ip && <>{ip} · </>}
          <span className="inline-block">Signed in {momentText(created_at)}</span>
          {!is_current && (
            <>
              {' · '}
              <span className="inline-block">Last used {momentText(last_used_at)}</span>
            </>
          )}
        </p>
      </div>
      {!is_current && (
        <Button variant="secondary" size="small" isPending={isEnding} onPress={onEnd}>
          Sign out
          <span className="sr-only">
            {' '}
            {name}, signed in {momentText(created_at)}
          </span>
        </Button>
      )}
    </li>
  )
}

import { Monitor, Smartphone } from 'lucide-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
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
import { deviceName, isHandheld } from './event-text.ts'
import { endSession, type OwnSession, ownSessions, securityKey } from './queries.ts'
import { focusSection, momentText, Section } from './section.tsx'

/** The user's sessions, each with a button to revoke it except the current one. */
export function SessionsSection({ userId }: { userId: string }) {
  const queryClient = useQueryClient()
  const queryKey = [...securityKey(userId), 'sessions']
  const query = useQuery({ queryKey, queryFn: async () => ownSessions(await browserClient()) })
  const { data } = query
  const error = query.error && messageOf(query.error, 'Failed to fetch where you are signed in')
  const [isAsking, setAsking] = useState(false)
  const [ending, setEnding] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const others = data?.filter(({ is_current }) => !is_current) ?? []

  async function end(
    what: string,
    work: () => Promise<void>,
    isEnded: (it: OwnSession) => boolean,
  ) {
    if (ending) return
    setEnding(what)
    setProblem(undefined)
    try {
      await work()
      queryClient.setQueryData<OwnSession[]>(queryKey, (before) =>
        before?.filter((session) => !isEnded(session)),
      )
      setAsking(false)
      // Moves the focus, because the focused button has been removed.
      focusSection('sessions')
    } catch (reason) {
      setProblem(messageOf(reason, 'Failed to sign out that device'))
    } finally {
      setEnding(undefined)
    }
  }

  const endOne = ({ id }: OwnSession) =>
    end(
      id,
      async () => endSession(await browserClient(), id),
      (session) => session.id === id,
    )

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
              isEnding={ending === session.id}
              onEnd={() => void endOne(session)}
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
        dismissLabel="Stay signed in"
        isPending={ending === 'others'}
        error={problem}
        onConfirm={() => void end('others', endOtherSessions, (session) => !session.is_current)}
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
  const Icon = isHandheld(user_agent) ? Smartphone : Monitor
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
          Signed in {momentText(created_at)}
          {!is_current && <> · Last used {momentText(last_used_at)}</>}
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

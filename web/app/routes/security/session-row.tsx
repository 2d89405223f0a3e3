import { Monitor, Smartphone } from 'lucide-react'
import type { OwnSession } from './queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { deviceName, isHandheld } from './device-name.ts'
import { momentText } from './moment-text.ts'

/** One place somebody is signed in at. */
export function SessionRow(props: { session: OwnSession; isEnding: boolean; onEnd: () => void }) {
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

import { Languages, MessageCircle } from 'lucide-react'
import { Suspense } from 'react'
import { company } from '@hourspace/domain/company.ts'
import type { Person } from '#web/data/space-details.ts'
import { useSession } from '#web/features/account/session.tsx'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { formatMonth } from '#web/lib/times.ts'
import { useLayer } from '#web/lib/use-layer.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { Section } from './space-facts.tsx'

export function SpaceHost(props: {
  host: Person
  languages: readonly string[]
  response: string | null
  spaceId: string
}) {
  const { host, languages, response, spaceId } = props
  const name = host.full_name ?? `A host on ${company.name}`
  return (
    <Section id="host" title="Your host">
      <div className="flex items-start gap-4 max-[18rem]:flex-col">
        <Avatar
          name={host.full_name ?? 'Host'}
          src={host.avatar_url}
          side={64}
          className="size-16 text-lg!"
        />
        <div className="flex min-w-0 flex-col gap-1">
          <p>
            <span className="text-sm text-ink-faint">Hosted by </span>
            <span className="block text-lg font-semibold">
              <TextLink to={paths.host(host.id)}>{name}</TextLink>
            </span>
          </p>
          <p className="text-sm text-ink-soft">
            Member since {formatMonth(new Date(host.created_at), 'UTC')}
          </p>
          {response && <p className="text-sm text-ink-soft">{response}</p>}
          {languages.length > 0 && (
            <p className="flex items-center gap-2 text-sm text-ink-soft">
              <Languages aria-hidden className="size-4 shrink-0 text-accent-ink" />
              Speaks {languages.join(', ')}
            </p>
          )}
          {host.bio && <p className="mt-1 line-clamp-4 max-w-prose text-ink-soft">{host.bio}</p>}
          <div className="mt-2">
            <AskHost spaceId={spaceId} hostId={host.id} />
          </div>
        </div>
      </div>
    </Section>
  )
}

const loadDialog = () => import('#web/features/messages/ask-host-dialog.tsx')
const AskHostDialog = lazy(loadDialog)
const prepare = () => void loadDialog().catch(() => {})

function AskHost({ spaceId, hostId }: { spaceId: string; hostId: string }) {
  const { user } = useSession()
  const { isOpen, open, close } = useLayer('ask')
  if (user?.id === hostId) return null
  return (
    <>
      {/* A link works before hydration: the dialog then opens as soon as the session is known. */}
      <a
        href="#ask"
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={(event) => {
          event.preventDefault()
          open()
        }}
        className={buttonStyles({ variant: 'secondary', size: 'small' })}
      >
        <MessageCircle aria-hidden className="size-4" />
        Ask the host
      </a>
      {isOpen && (
        <Suspense>
          <AskHostDialog spaceId={spaceId} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

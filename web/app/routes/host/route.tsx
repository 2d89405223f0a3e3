import { company } from '@hourspace/domain/company.ts'
import { CalendarDays, Languages, type LucideIcon, MessageCircle, Star, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Route } from './+types/route'
import { ShareButton } from '#web/features/sharing/share-button.tsx'
import { SpaceGrid } from '#web/features/spaces/space-grid.tsx'
import { languageName } from '#web/lib/languages.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { formatMonth } from '#web/lib/times.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { loadHost } from './load.server.ts'

export function loader({ params, request }: Route.LoaderArgs) {
  return loadHost(params.id, new URL(request.url))
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { host, figures, structured } = loaderData
  const name = nameOf(host)
  const spaces = figures.spaces === 1 ? '1 space' : `${figures.spaces} spaces`
  return pageMeta(
    {
      title: `${name}, host`,
      description: `${name} rents out ${spaces} by the hour on ${company.name}. ${host.bio}`
        .slice(0, 160)
        .trim(),
      path: paths.host(host.id),
      trail: [{ name, path: paths.host(host.id) }],
      structured,
    },
    matches,
  )
}

const nameOf = (host: { full_name: string | null }) => host.full_name ?? `A host on ${company.name}`

export default function HostPage({ loaderData }: Route.ComponentProps) {
  const { host, response, figures, spaces, more } = loaderData
  const name = nameOf(host)
  const [firstName = name] = host.full_name?.trim().split(/\s+/) ?? ['this host']
  return (
    <div className="page grid grid-cols-1 items-start gap-x-12 gap-y-10 py-10 sm:py-14 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <Card className="flex flex-col gap-6 lg:sticky lg:top-24">
        <div className="flex items-center gap-5 max-[18rem]:flex-col max-[18rem]:items-start">
          <Avatar name={name} src={host.avatar_url} side={96} className="size-24 text-2xl!" />
          <div className="min-w-0">
            <h1 className="text-3xl wrap-anywhere">{name}</h1>
            <p className="text-ink-soft">Host</p>
          </div>
        </div>
        <ul className="flex flex-col gap-3">
          <Fact icon={Store}>{figures.spaces === 1 ? '1 space' : `${figures.spaces} spaces`}</Fact>
          <Fact icon={Star}>
            {figures.reviews === 0
              ? 'No reviews yet'
              : `${figures.rating?.toFixed(1)} from ${figures.reviews === 1 ? '1 review' : `${figures.reviews.toLocaleString('en-US')} reviews`}`}
          </Fact>
          <Fact icon={CalendarDays}>
            Member since {formatMonth(new Date(host.created_at), 'UTC')}
          </Fact>
          {response && <Fact icon={MessageCircle}>{response}</Fact>}
          {host.languages.length > 0 && (
            <Fact icon={Languages}>Speaks {list.format(host.languages.map(languageName))}</Fact>
          )}
        </ul>
        {host.bio && (
          <section aria-labelledby="about-host" className="border-t border-line pt-5">
            <h2 id="about-host" className="text-lg">
              About {firstName}
            </h2>
            <p className="mt-1 whitespace-pre-line text-ink-soft wrap-anywhere">{host.bio}</p>
          </section>
        )}
        <ShareButton url={paths.host(host.id)} title={name} className="self-start" />
      </Card>
      <section aria-labelledby="spaces" className="flex flex-col gap-5">
        <h2 id="spaces" className="text-2xl">
          {firstName}’s spaces
        </h2>
        <SpaceGrid
          label={`${name}’s spaces`}
          spaces={spaces}
          eager={2}
          className="lg:grid-cols-2!"
        />
        {more !== null && (
          <Link
            to={paths.host(host.id, { shown: more })}
            replace
            preventScrollReset
            className={cx(buttonStyles({ variant: 'secondary' }), 'mt-3 self-center')}
          >
            Show more
          </Link>
        )}
      </section>
    </div>
  )
}

const list = new Intl.ListFormat('en-US')

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <Icon aria-hidden className="size-5 shrink-0 text-accent-ink" />
      <span>{children}</span>
    </li>
  )
}

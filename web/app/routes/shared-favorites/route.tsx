import { data, Link, useNavigate, useNavigation, useRevalidator } from 'react-router'
import { HeartOff } from 'lucide-react'
import type { Route } from './+types/route'
import { serverClient } from '#web/data/backend.server.ts'
import { sharedFavorites } from '#web/data/favorites.ts'
import { FreeOn } from '#web/features/spaces/free-on.tsx'
import { settle } from '#web/features/spaces/load-spaces.ts'
import { savedSpaces } from '#web/features/spaces/saved-spaces.ts'
import { SpaceGrid } from '#web/features/spaces/space-grid.tsx'
import { isDate } from '#web/features/spaces/space-query.ts'
import { isUuid } from '#web/lib/is-uuid.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'

const pageSize = 24

export async function loader({ params, request }: Route.LoaderArgs) {
  const client = serverClient()
  const list = isUuid(params.key) ? await sharedFavorites(client, params.key) : null
  if (!list) throw data('This list is no longer shared', { status: 404 })
  const { searchParams } = new URL(request.url)
  const asked = Number(searchParams.get('shown'))
  const shown = Number.isSafeInteger(asked) && asked > pageSize ? asked : pageSize
  const day = searchParams.get('date') ?? ''
  const date = isDate(day) ? day : undefined
  const ids = date ? list.space_ids : list.space_ids.slice(0, shown)
  const { value, error } = await settle(
    savedSpaces(client, ids, date),
    [],
    'Failed to fetch spaces',
  )
  const total = list.space_ids.length
  return data(
    {
      key: params.key,
      name: list.name,
      total,
      shown,
      date,
      matching: date ? value.length : total,
      spaces: value.slice(0, shown),
      error,
    },
    { status: error ? 503 : 200 },
  )
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageMeta(
    {
      title: loaderData.name,
      description: 'A shared list of spaces.',
      path: paths.sharedFavorites(loaderData.key),
      noindex: true,
    },
    matches,
  )
}

export default function SharedFavorites({ loaderData }: Route.ComponentProps) {
  const { key, name, total, shown, date, matching, spaces, error } = loaderData
  const navigate = useNavigate()
  const next = useNavigation().location
  const { revalidate, state } = useRevalidator()
  const isLoading = next?.pathname === paths.sharedFavorites(key) || state === 'loading'
  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-10 sm:py-14">
      <div>
        <p className="text-ink-soft">Shared list</p>
        <h1 className="text-3xl wrap-anywhere">{name}</h1>
        <p className="mt-1 text-ink-soft">
          {total === 1 ? '1 space' : `${total} spaces`}. Press a heart to keep a space in your own
          favorites.
        </p>
      </div>
      {total > 0 && (
        <FreeOn
          date={date}
          total={total}
          free={error ? undefined : matching}
          isLoading={isLoading}
          onChange={(next) =>
            void navigate(paths.sharedFavorites(key, { date: next }), {
              // Adds only one history entry while the user changes the day, so that Back shows all
              // spaces.
              replace: Boolean(date && next),
              preventScrollReset: true,
            })
          }
        />
      )}
      {error && <RetryBanner message={error} onRetry={() => void revalidate()} />}
      {total === 0 && (
        <EmptyState
          icon={HeartOff}
          title="This list is empty"
          action={<LinkButton to={paths.explore()}>Explore Spaces</LinkButton>}
        >
          Spaces appear here as soon as they are saved to the list.
        </EmptyState>
      )}
      {spaces.length > 0 && (
        <SpaceGrid
          label={`Spaces in ${name}`}
          spaces={spaces}
          time={{ date }}
          eager={3}
          className={cx('transition-opacity duration-200', isLoading && 'opacity-60 delay-150')}
        />
      )}
      {matching > shown && (
        <Link
          to={paths.sharedFavorites(key, { shown: shown + pageSize, date })}
          preventScrollReset
          replace
          className={cx(buttonStyles({ variant: 'secondary' }), 'self-center')}
        >
          Show more
        </Link>
      )}
    </section>
  )
}

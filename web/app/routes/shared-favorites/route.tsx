import { data, Link } from 'react-router'
import { HeartOff } from 'lucide-react'
import type { Route } from './+types/route'
import { serverClient } from '#web/data/backend.server.ts'
import { sharedFavorites } from '#web/data/favorites.ts'
import { spacesById } from '#web/data/spaces.ts'
import { withNextFree } from '#web/features/spaces/load-spaces.ts'
import { SpaceGrid } from '#web/features/spaces/space-grid.tsx'
import { isUuid } from '#web/lib/is-uuid.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

const pageSize = 24

/** Maximum number of ids per request. More ids would make the URL too long. */
const idsPerRequest = 100

export async function loader({ params, request }: Route.LoaderArgs) {
  const client = serverClient()
  const list = isUuid(params.key) ? await sharedFavorites(client, params.key) : null
  if (!list) throw data('This list is no longer shared', { status: 404 })
  const asked = Number(new URL(request.url).searchParams.get('shown'))
  const shown = Number.isSafeInteger(asked) && asked > pageSize ? asked : pageSize
  const ids = list.space_ids.slice(0, shown)
  const parts = Array.from({ length: Math.ceil(ids.length / idsPerRequest) }, async (_, part) => {
    const some = ids.slice(part * idsPerRequest, (part + 1) * idsPerRequest)
    return withNextFree(client, await spacesById(client, some))
  })
  return {
    key: params.key,
    name: list.name,
    total: list.space_ids.length,
    shown,
    spaces: (await Promise.all(parts)).flat(),
  }
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
  const { key, name, total, shown, spaces } = loaderData
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
      {spaces.length === 0 ? (
        <EmptyState
          icon={HeartOff}
          title="This list is empty"
          action={<LinkButton to={paths.explore()}>Explore Spaces</LinkButton>}
        >
          Spaces appear here as soon as they are saved to the list.
        </EmptyState>
      ) : (
        <SpaceGrid label={`Spaces in ${name}`} spaces={spaces} eager={3} />
      )}
      {total > shown && (
        <Link
          to={paths.sharedFavorites(key, { shown: shown + pageSize })}
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

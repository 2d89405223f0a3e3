import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { data, Link, redirect } from 'react-router'
import type { Route } from './+types/space'
import { todayIn } from '#domain/slots.ts'
import { publicEnvironment, serverClient } from '#web/data/backend.server.ts'
import { findHost, findSpace, isSpaceId, latestReviews } from '#web/data/space-details.ts'
import { availabilityOf } from '#web/data/space-state.ts'
import { takenTimes } from '#web/data/taken-times.ts'
import { useSession } from '#web/features/account/session.tsx'
import { spanOf, type Selection } from '#web/features/booking/selection.ts'
import { useNow } from '#web/features/booking/use-now.ts'
import { useTakenTimes } from '#web/features/booking/use-taken-times.ts'
import { WeeklyGrid } from '#web/features/booking/weekly-grid.tsx'
import { addDays, firstFreeDay, weekBounds, weekStart } from '#web/features/booking/weeks.ts'
import { SpaceAbout, SpaceHeading } from '#web/features/spaces/space-facts.tsx'
import { SpaceGallery } from '#web/features/spaces/space-gallery.tsx'
import { SpaceReviews } from '#web/features/spaces/space-reviews.tsx'
import { structuredSpace } from '#web/features/spaces/space-structured.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BookingPanel } from './space-booking-panel.tsx'

/** For the owner alone, so nobody else loads it. */
const AvailabilityToggle = lazy(() => import('#web/features/hosting/availability-toggle.tsx'))

/** Weeks whose taken times come with the page. */
const loadedWeeks = 2

export async function loader({ params }: Route.LoaderArgs) {
  const client = serverClient()
  const space = await findSpace(client, params.id)
  if (!space) throw data('Space not found', { status: 404 })
  if (space.slug && isSpaceId(params.id)) throw redirect(paths.space(space.slug), 301)

  const renderedAt = new Date()
  const today = todayIn(space.time_zone, renderedAt)
  const thisWeek = weekStart(today)
  const [host, taken, reviews] = await Promise.all([
    findHost(client, space.user_id),
    takenTimes(client, space.id, weekBounds(thisWeek, space.time_zone, loadedWeeks)),
    latestReviews(client, space.id),
  ])
  const path = paths.space(space)
  return {
    space,
    host,
    taken,
    reviews,
    renderedAt,
    thisWeek,
    firstDay: firstFreeDay(today, 7, { timeZone: space.time_zone, taken, now: renderedAt }),
    path,
    url: `${publicEnvironment().siteUrl}${path}`,
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { space, path, url } = loaderData
  return pageMeta(
    {
      title: `${space.title}, ${space.location}`,
      description: space.meta_description ?? firstWords(space.description),
      path,
      image: paths.spaceSharePicture(space.slug ?? space.id, space.updated_at),
      trail: [
        { name: 'Explore Spaces', path: paths.explore() },
        { name: space.title, path },
      ],
      structured: structuredSpace(space, url),
    },
    matches,
  )
}

/** As much of a text as search engines show. */
function firstWords(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= 160 ? line : `${line.slice(0, 157).replace(/\s\S*$/, '')}…`
}

export default function Space({ loaderData }: Route.ComponentProps) {
  return <SpacePage key={loaderData.space.id} {...loaderData} />
}

function SpacePage(loaded: Route.ComponentProps['loaderData']) {
  const { user } = useSession()
  const now = useNow(loaded.renderedAt)
  const [available, setAvailable] = useState(loaded.space.available)
  const [week, setWeek] = useState(weekStart(loaded.firstDay ?? loaded.thisWeek))
  const [selection, setSelection] = useState<Selection>({
    date: loaded.firstDay,
    hour: null,
    hours: 1,
  })

  const space = { ...loaded.space, available }
  const { isBookable } = availabilityOf(space)
  const selectedWeek = selection.date ? weekStart(selection.date) : week
  const { takenIn, hasFailed, reload } = useTakenTimes(space, [week, selectedWeek], {
    [loaded.thisWeek]: loaded.taken,
    [addDays(loaded.thisWeek, 7)]: loaded.taken,
  })

  function select(next: Selection) {
    setSelection(next)
    if (next.date && next.date !== selection.date) setWeek(weekStart(next.date))
  }

  return (
    <article className="page flex flex-col gap-6 py-6 sm:gap-8 sm:py-8">
      <div>
        <Link
          to={paths.home()}
          className="inline-flex min-h-8 items-center gap-2 text-sm text-ink-soft hover:text-ink hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Back to spaces
        </Link>
      </div>
      <SpaceGallery images={space.images} title={space.title} />
      <SpaceHeading space={space} />
      {user?.id === space.user_id && (
        <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3! sm:py-4!">
          <p className="text-sm text-ink-soft">
            This is your space. While it is closed nobody can book it.
          </p>
          <Suspense fallback={<Skeleton className="h-11 w-44" />}>
            <AvailabilityToggle space={space} onChange={setAvailable} />
          </Suspense>
        </Card>
      )}
      <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <SpaceAbout space={space} host={loaded.host} />
        <BookingPanel
          space={space}
          now={now}
          taken={takenIn(selectedWeek)}
          hasFailed={hasFailed}
          onReload={reload}
          selection={selection}
          onSelect={select}
        />
        <WeeklyGrid
          timeZone={space.time_zone}
          now={now}
          week={week}
          onWeek={setWeek}
          taken={takenIn(week)}
          isOpen={isBookable}
          chosen={isBookable ? spanOf(selection, space.time_zone) : null}
          onChoose={(date, hour) => select({ ...selection, date, hour })}
        />
        <SpaceReviews space={space} reviews={loaded.reviews} />
      </div>
    </article>
  )
}

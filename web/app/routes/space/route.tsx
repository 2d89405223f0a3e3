import type { Route } from './+types/route'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#web/features/account/session.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SpaceBooking } from './booking.tsx'
import { loadSpace } from './load.server.ts'
import { SpaceAbout, SpaceHeading, SpaceReviews } from './space-facts.tsx'
import { SpaceGallery } from './space-gallery.tsx'

/** The switch that opens and closes a space. Its code loads only for the space's owner. */
const AvailabilityToggle = lazy(() => import('#web/features/hosting/availability-toggle.tsx'))

export function loader({ params }: Route.LoaderArgs) {
  return loadSpace(params.id)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { space, path, structured } = loaderData
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
      structured,
    },
    matches,
  )
}

/** Returns at most 160 characters of a description, cut at a word boundary. */
function firstWords(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length <= 160 ? line : `${line.slice(0, 157).replace(/\s\S*$/, '')}…`
}

export default function Space({ loaderData }: Route.ComponentProps) {
  return <SpacePage key={loaderData.space.id} loaded={loaderData} />
}

function SpacePage({ loaded }: { loaded: Route.ComponentProps['loaderData'] }) {
  const { user } = useSession()
  const [available, setAvailable] = useState(loaded.space.available)
  const space = { ...loaded.space, available }

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
      <SpaceGallery images={space.images} previews={space.image_previews} title={space.title} />
      <SpaceHeading space={space} />
      {user?.id === space.user_id && (
        <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3! sm:py-4!">
          <p className="text-sm text-ink-soft">
            This is your space. While it is closed, guests can’t book it.
          </p>
          <Suspense fallback={<Skeleton className="h-11 w-44" />}>
            <AvailabilityToggle space={space} onChange={setAvailable} />
          </Suspense>
        </Card>
      )}
      <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <SpaceAbout space={space} host={loaded.host} />
        <SpaceBooking loaded={loaded} available={available} />
        <SpaceReviews space={space} reviews={loaded.reviews} />
      </div>
    </article>
  )
}

import type { Route } from './+types/route'
import { Suspense, useEffect, useRef } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { availabilityOf } from '#web/data/space-state.ts'
import type { ListedSpace } from '#web/data/spaces.ts'
import { useSession } from '#web/features/account/session.tsx'
import { FavoriteButton } from '#web/features/favorites/favorite-button.tsx'
import { SpaceMap } from '#web/features/places/space-map.tsx'
import { ReportSpace } from '#web/features/sharing/report-space.tsx'
import { ShareButton } from '#web/features/sharing/share-button.tsx'
import { recentSpaces } from '#web/features/spaces/recent-spaces.ts'
import { resultsPath } from '#web/features/spaces/results-path.ts'
import { SpaceGrid } from '#web/features/spaces/space-grid.tsx'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'
import { shouldRevalidate as revalidatesPage } from '#web/lib/use-layer.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SpaceBooking } from './booking.tsx'
import { loadSpace } from './load.server.ts'
import { Section, SpaceAbout, SpaceHeading } from './space-facts.tsx'
import { SpaceGallery } from './space-gallery.tsx'
import { SpaceHost } from './space-host.tsx'
import { SpaceReviews } from './space-reviews.tsx'
import { StickyBar } from './sticky-bar.tsx'
import { useLiveSpace } from './use-live-space.ts'
import { useReloadSlots } from './use-slots.ts'

/**
 * Reloads the page's data when the guest leaves the payment step, because prices or extras may have
 * changed.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.currentUrl.hash === '#payment' || revalidatesPage(args)
}

const AvailabilityToggle = lazy(() => import('#web/features/hosting/availability-toggle.tsx'))

export function loader({ params, url }: Route.LoaderArgs) {
  return loadSpace(params.id, url.search)
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
  const reloadTimes = useReloadSlots(loaded.space.id)
  const [space, change] = useLiveSpace(loaded.space, reloadTimes)
  const form = useRef<HTMLDivElement>(null)
  const isOwner = user?.id === space.user_id
  useEffect(() => recentSpaces.add(loaded.space.id), [loaded.space.id])

  return (
    <>
      <article className="page flex flex-col gap-4 pt-3 pb-8 sm:pt-4">
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 sm:gap-x-6">
          {/* Everything fits in one row on a phone, so that the page does not move when the link to the
              results appears. */}
          <nav
            aria-label="Back"
            className="flex flex-wrap items-center gap-x-3 max-[22rem]:gap-x-1 sm:gap-x-6"
          >
            <BackLink to={paths.home()}>Back to spaces</BackLink>
            <BackToResults />
          </nav>
          <div className="ml-auto flex items-center gap-2">
            <ShareButton
              url={loaded.path}
              title={space.title}
              label={<span className="max-sm:sr-only">Share</span>}
              className="max-[22rem]:px-2.5"
            />
            <FavoriteButton
              spaceId={space.id}
              title={space.title}
              isLabelled
              className="max-[22rem]:px-2.5"
            />
          </div>
        </div>
        <div className="grid grid-cols-1 items-start gap-x-10 gap-y-10 lg:grid-cols-[minmax(0,1fr)_25rem]">
          <div className="flex flex-col gap-5">
            <SpaceGallery
              images={space.images}
              previews={space.image_previews}
              captions={space.image_captions}
              title={space.title}
            />
            <SpaceHeading space={space} />
            {isOwner && (
              <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3! sm:py-4!">
                <p className="text-sm text-ink-soft">
                  While your space is closed, guests can’t book it.
                </p>
                <Suspense fallback={<Skeleton className="h-11 w-44" />}>
                  <AvailabilityToggle
                    space={space}
                    onChange={(available) => change({ available })}
                  />
                </Suspense>
              </Card>
            )}
          </div>
          <SpaceAbout space={space} extras={loaded.extras} />
          <SpaceBooking
            loaded={loaded}
            space={space}
            form={form}
            reviews={
              <SpaceReviews
                space={space}
                reviews={loaded.reviews}
                ratings={loaded.ratings}
                aspects={loaded.aspects}
              />
            }
          >
            <Section id="where" title="Where it is">
              <SpaceMap
                point={space}
                place={`${space.location}, ${space.country}`}
                neighborhood={space.neighborhood}
              />
            </Section>
            {loaded.host && (
              <SpaceHost
                host={loaded.host}
                languages={loaded.languages}
                response={loaded.response}
                spaceId={space.id}
              />
            )}
            {!isOwner && (
              <div className="-mt-6 -ml-3.5">
                <ReportSpace spaceId={space.id} title={space.title} />
              </div>
            )}
          </SpaceBooking>
        </div>
        <SimilarSpaces spaces={loaded.similar} />
      </article>
      {!isOwner && availabilityOf(space).isBookable && <StickyBar space={space} form={form} />}
    </>
  )
}

/** Link to this tab's last search results. Appears after hydration. */
function BackToResults() {
  const path = useBrowserValue(resultsPath, null)
  return (
    path && (
      <BackLink to={path}>
        <span>
          <span className="max-sm:sr-only">Back to </span>
          <span className="inline-block max-sm:first-letter:uppercase">results</span>
        </span>
      </BackLink>
    )
  )
}

function SimilarSpaces({ spaces }: { spaces: readonly ListedSpace[] }) {
  if (spaces.length === 0) return null
  return (
    <section
      aria-labelledby="similar-spaces"
      className="mt-8 flex flex-col gap-5 border-t border-line pt-8"
    >
      <h2 id="similar-spaces" className="text-2xl">
        Similar spaces
      </h2>
      <SpaceGrid label="Similar spaces" spaces={spaces} isShelf />
    </section>
  )
}

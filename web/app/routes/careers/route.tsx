import type { Route } from './+types/route'
import { careers, openingOf, openings } from '#web/content/careers.ts'
import { ApplicationPage } from './application-page.tsx'
import { OpeningCard } from './opening-card.tsx'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { PostPicture } from '#web/features/content/post-picture.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'

/** `isGone` is true if the requested job opening is unknown or closed. */
export function loader({ request }: Route.LoaderArgs) {
  const position = new URL(request.url).searchParams.get('position')
  const opening = openingOf(position) ?? null
  return { opening, isGone: position !== null && opening === null }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const opening = loaderData?.opening
  const path = paths.careers(opening ? { position: opening.slug } : {})
  return pageMeta(
    {
      title: opening ? `${opening.title} · Careers` : 'Careers',
      description: opening?.summary ?? careers.lead,
      path,
      trail: [
        { name: 'Careers', path: paths.careers() },
        ...(opening ? [{ name: opening.title, path }] : []),
      ],
    },
    matches,
  )
}

export default function Careers({ loaderData: { opening, isGone } }: Route.ComponentProps) {
  if (opening) return <ApplicationPage key={opening.slug} opening={opening} />
  return (
    <div className="page flex flex-col gap-14 py-14 sm:py-20">
      <div className="grid items-center gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <PageHeader title={careers.title} lead={careers.lead} />
        <PostPicture
          slug="what-a-room-sounds-like"
          alt=""
          sizes="(min-width: 80rem) 33rem, (min-width: 64rem) 42vw, 92vw"
          isFirst
          className="aspect-16/10 rounded-sheet"
        />
      </div>
      <ul className="grid gap-x-10 gap-y-8 border-t border-line pt-10 md:grid-cols-3">
        {careers.terms.map(({ title, text }) => (
          <li key={title}>
            <h2 className="text-xl">{title}</h2>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
      <section aria-labelledby="openings" className="flex flex-col gap-6">
        <h2 id="openings" className="text-3xl">
          {openings.length} openings
        </h2>
        {isGone && (
          <p className="rounded-control bg-notice-soft px-4 py-3 text-notice-ink">
            That position is no longer open. These positions are:
          </p>
        )}
        <ul className="flex flex-col gap-5">
          {openings.map((opening) => (
            <li key={opening.slug}>
              <OpeningCard opening={opening} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

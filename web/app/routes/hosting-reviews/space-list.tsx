import { Link, useLocation } from 'react-router'
import type { ReviewedSpace, ReviewFigures } from '#web/data/reviews.ts'
import { Rating } from '#web/ui/rating.tsx'

/**
 * The figures of each space. Each space is a link that filters the reviews. The list is a scrolling
 * row until it fits beside the reviews.
 */
export function SpaceList(props: {
  all: ReviewFigures
  spaces: readonly ReviewedSpace[]
  /** `shown` is the id of the chosen space; null for all spaces. */
  shown: string | null
}) {
  const { all, spaces, shown } = props
  const { search } = useLocation()
  const rows = [{ id: null, title: 'All spaces', ...all }, ...spaces]

  /** Returns a link to the reviews of one space, or of all spaces for null. Keeps other filters. */
  function to(id: string | null) {
    const query = new URLSearchParams(search)
    if (id) query.set('space', id)
    else query.delete('space')
    return { search: query.toString() }
  }

  return (
    <nav aria-label="Spaces" className="min-w-0">
      <ul className="relative -m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:thin] lg:flex-col">
        {rows.map(({ id, title, count, rating }) => (
          <li key={id} className="w-52 shrink-0 lg:w-full">
            <Link
              to={to(id)}
              preventScrollReset
              aria-current={id === shown ? 'true' : undefined}
              className="block h-full rounded-card border border-line bg-surface px-4 py-3 hover:bg-sunken aria-[current=true]:border-accent aria-[current=true]:bg-accent-soft"
            >
              <span className="block truncate font-semibold">{title}</span>
              <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
                {count === 0 ? (
                  'No reviews yet'
                ) : (
                  <>
                    <b aria-hidden className="text-ink tabular-nums">
                      {rating.toFixed(1)}
                    </b>
                    <Rating value={rating} />
                    {count} {count === 1 ? 'review' : 'reviews'}
                  </>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

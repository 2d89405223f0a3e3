import { useQuery } from '@tanstack/react-query'
import { browserClient } from '#web/data/browser-client.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { listSpaces, type ListedSpace } from '#web/data/spaces.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import type { Selection } from '#web/features/booking/draft.ts'
import { paths } from '#web/lib/paths.ts'
import { dateOf, timeOfDay } from '#web/lib/times.ts'
import { CoverPicture } from '#web/ui/cover-picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

const shown = 3

/**
 * Finds other spaces that are free at the given time, first in the same city, then of the same type
 * in the same country.
 */
async function alsoFree(space: SpaceDetails, time: SpaceFilter): Promise<ListedSpace[]> {
  const client = await browserClient()
  const find = async (place: SpaceFilter) => {
    const filter = { ...time, ...place, order: 'top-rated' } as const
    const { spaces } = await listSpaces(client, filter, { limit: shown + 1 })
    return spaces.filter(({ id }) => id !== space.id)
  }
  const near = await find({ location: space.location })
  if (near.length >= shown) return near.slice(0, shown)
  const alike = await find({ countries: [space.country], type: space.type })
  const others = alike.filter(({ id }) => near.every((one) => one.id !== id))
  return [...near, ...others].slice(0, shown)
}

/** Spaces that are free at a time at which `space` is taken. Renders nothing if there are none. */
export function AlsoFree(props: { space: SpaceDetails; selection: Selection; startsAt: Date }) {
  const { space, startsAt } = props
  const { hours, guests } = props.selection
  const date = dateOf(startsAt, space.time_zone)
  const from = timeOfDay(startsAt, space.time_zone)
  const filter = { date, from, hours, guests }
  const { data: spaces = [] } = useQuery({
    queryKey: ['also free', space.id, filter],
    queryFn: () => alsoFree(space, filter),
  })
  if (spaces.length === 0) return null
  return (
    <section aria-labelledby="also-free" className="flex flex-col gap-1">
      <h3 id="also-free" className="font-sans text-sm font-semibold">
        Also free at that time nearby
      </h3>
      <ul>
        {spaces.map((one) => (
          <li key={one.id} className="relative flex items-center gap-3 py-1.5">
            <CoverPicture
              space={one}
              sizes="4rem"
              className="aspect-4/3 w-16 shrink-0 rounded-small"
            />
            <span className="min-w-0 grow">
              <TextLink
                to={paths.space(one, { date, from, hours: `${hours}`, guests: `${guests}` })}
                className="block truncate text-sm after:absolute after:inset-0"
              >
                {one.title}
              </TextLink>
              <span className="block truncate text-xs text-ink-faint">
                {one.location}, {one.country}
              </span>
            </span>
            <Price
              amount={one.price}
              currency={one.currency}
              unit="/hr"
              className="text-sm font-semibold"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

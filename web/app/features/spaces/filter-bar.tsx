import { SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import type { SpaceFacets } from '#web/data/spaces.ts'
import { lazy } from '#web/lib/lazy.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { useLayer } from '#web/lib/use-layer.ts'
import { chipStyles, showFocusedChip } from '#web/ui/filter-chips.tsx'
import { cx } from '#web/ui/cx.ts'
import { activeFilters, instantLabel, policyLabels, ratingLabel } from './active-filters.ts'
import { isListed, toggled } from './space-query.ts'

const FilterDrawer = lazy(() => import('./filter-drawer.tsx'))

type FilterBarProps = {
  query: SpacesQuery
  facets: SpaceFacets
  types: readonly { name: string; label: string }[]
  onChange: (part: SpacesQuery, how?: { replace: boolean }) => unknown
  pathTo: (query: SpacesQuery) => string
  filterOf: (query: SpacesQuery) => SpaceFilter
  /** `fields` are the fields of the search bar that phones show only in the drawer. */
  fields?: FilterFields
}

export type FilterFields = (
  query: SpacesQuery,
  onChange: (part: SpacesQuery) => unknown,
) => ReactNode

const shownAmenities = 3

/** The filter bar offers only amenities that at least this many spaces have. */
const commonFrom = 3

type QuickFilter = { label: string; isOn: boolean; part: SpacesQuery }

function quickFilters(query: SpacesQuery, facets: SpaceFacets): QuickFilter[] {
  const { amenities, policy, rating } = query
  const chosen = amenities?.split(',') ?? []
  const common = facets.amenities
    .filter(({ name, count }) => count >= commonFrom && !chosen.includes(name))
    .slice(0, shownAmenities)
  return [
    {
      label: policyLabels['flexible'] ?? '',
      isOn: isListed(policy, 'flexible'),
      part: { policy: toggled(policy, 'flexible') },
    },
    {
      label: instantLabel,
      isOn: query.book === 'instant',
      part: { book: query.book ? undefined : 'instant' },
    },
    {
      label: ratingLabel('4.5'),
      isOn: rating === '4.5',
      part: { rating: rating === '4.5' ? undefined : '4.5' },
    },
    ...common.map(({ name }) => ({
      label: name,
      isOn: false,
      part: { amenities: toggled(amenities, name) },
    })),
  ]
}

export function FilterBar(props: FilterBarProps) {
  const { query, facets, types, onChange, pathTo, filterOf, fields } = props
  const drawer = useLayer('more-filters')
  const active = activeFilters(query, types)
  const { location, type, max, amenities, policy, book, rating } = query
  const inDrawer = [
    ...(fields ? [location, type] : []),
    max,
    ...(amenities?.split(',') ?? []),
    ...(policy?.split(',') ?? []),
    book,
    rating,
  ]
  const chosen = inDrawer.filter(Boolean).length
  const change = (part: SpacesQuery) => pathTo({ ...query, after: undefined, ...part })

  return (
    <div className="flex flex-col gap-3 line:contents" onFocus={showFocusedChip}>
      <div className="chip-row line:contents lg:flex-wrap lg:mask-none">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={drawer.open}
          className="chip gap-2 noscript:hidden"
        >
          <SlidersHorizontal aria-hidden className="size-4" />
          Filters{chosen > 0 && ` (${chosen})`}
        </button>
        {quickFilters(query, facets).map(({ label, isOn, part }) => (
          <Link
            key={label}
            to={change(part)}
            rel="nofollow"
            preventScrollReset
            aria-current={isOn || undefined}
            className={cx(chipStyles(isOn), 'line:hidden')}
          >
            {label}
          </Link>
        ))}
      </div>
      {active.length > 0 && (
        <ul
          aria-label="Active filters"
          className="chip-row items-center line:order-1 line:col-span-full sm:flex-wrap sm:overflow-visible sm:mask-none"
        >
          {active.map(({ key, label, without }) => (
            <li key={key} className="min-w-0 max-sm:shrink-0">
              <Link
                to={change(without)}
                rel="nofollow"
                preventScrollReset
                className="active-filter"
              >
                <span className="sr-only">Remove filter </span>
                <span className="truncate">{label}</span>
                <X aria-hidden className="size-4 shrink-0" />
              </Link>
            </li>
          ))}
          <li className="shrink-0">
            <Link
              to={pathTo({ sort: query.sort })}
              preventScrollReset
              className="text-link inline-flex min-h-9 items-center px-2 text-sm pointer-coarse:min-h-11"
            >
              Clear all
            </Link>
          </li>
        </ul>
      )}
      {drawer.isOpen && (
        <Suspense>
          <FilterDrawer
            query={query}
            facets={facets}
            filterOf={filterOf}
            fields={fields}
            // Replaces the drawer's history entry, so that Back returns to the earlier results.
            onApply={(part) => onChange(part, { replace: true })}
            onClose={drawer.close}
          />
        </Suspense>
      )}
    </div>
  )
}

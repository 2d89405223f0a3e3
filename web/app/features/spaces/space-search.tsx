import { X } from 'lucide-react'
import { regionOf } from '#web/content/regions.ts'
import type { SpaceLocations } from '#web/data/space-locations.ts'
import type { SpaceType } from '#web/data/space-types.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { cx } from '#web/ui/cx.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { LocationField } from './location-field.tsx'
import { useSearchText } from './use-search-text.ts'

type SpaceSearchProps = {
  /** Id of the search form, which fields outside the form refer to. */
  id?: string
  query: SpacesQuery
  onChange: (part: SpacesQuery, how?: { replace: boolean }) => unknown
  /** URL to which the form is submitted without JavaScript. */
  action: string
  types: readonly SpaceType[]
  typeLabel: string
  allTypes: string
  locations?: SpaceLocations
}

export function SpaceSearch(props: SpaceSearchProps) {
  const { id, query, onChange, action, types, typeLabel, allTypes, locations } = props
  const region = regionOf(query.region)
  const { text, setText, flush } = useSearchText(query.q ?? '', (q) =>
    // Adds a history entry only for the first change of the text, so that Back leaves the search.
    onChange({ q }, { replace: query.q !== undefined }),
  )

  return (
    <form
      id={id}
      method="get"
      action={action}
      aria-label="Filter spaces"
      onSubmit={(event) => {
        event.preventDefault()
        flush()
      }}
      className={cx(
        'grid grid-cols-2 gap-3',
        locations
          ? 'md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]'
          : 'md:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]',
      )}
    >
      <SearchField
        name="q"
        label="Search spaces"
        placeholder="Search by location, country, or title..."
        maxLength={120}
        autoComplete="off"
        value={text}
        onChange={setText}
        className="col-span-2 md:col-span-1"
      />
      {locations && (
        <LocationField
          locations={locations}
          value={query.location ?? ''}
          onChange={(location) => onChange({ location })}
        />
      )}
      <NativeSelect
        name="type"
        label={typeLabel}
        options={[
          { id: '', label: allTypes },
          ...types.map(({ name, label }) => ({ id: name, label })),
        ]}
        value={query.type ?? ''}
        onChange={(type) => onChange({ type })}
        {...(!locations && { className: 'col-span-2 md:col-span-1' })}
      />
      {region && (
        <p className="col-span-full inline-flex min-h-10 items-center gap-1 justify-self-start rounded-control bg-accent-soft pl-3.5 text-sm font-semibold text-accent-ink">
          <input type="hidden" name="region" value={region.id} />
          Region: {region.label}
          <button
            type="button"
            aria-label="Clear region"
            onClick={() => onChange({ region: undefined })}
            className="inline-flex size-10 items-center justify-center rounded-control hover:bg-accent/15 pointer-coarse:size-11"
          >
            <X aria-hidden className="size-4" />
          </button>
        </p>
      )}
      <noscript>
        <button type="submit" className={buttonStyles({})}>
          Search
        </button>
      </noscript>
    </form>
  )
}

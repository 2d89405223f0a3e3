import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { regionOf } from '#web/content/regions.ts'
import type { SpaceType } from '#web/data/space-types.ts'
import { paths, type SpacesQuery } from '#web/lib/paths.ts'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { rememberSearch } from './recent-searches.ts'
import { SearchBar } from './search-bar.tsx'
import { filtersInText, type Picked } from './search-text.tsx'
import { timeOf } from './space-query.ts'
import { useSearchText } from '#web/lib/use-search-text.ts'

const placeholder = 'Search by location, country, or title...'

type SpaceSearchProps = {
  /** `id` is the id of the search form, to which fields outside the form refer. */
  id?: string
  query: SpacesQuery
  onChange: (part: SpacesQuery, how?: { replace: boolean }) => unknown
  /** `action` is the URL to which the form is submitted without JavaScript. */
  action: string
  children?: ReactNode
}

function useText({ query, onChange }: Pick<SpaceSearchProps, 'query' | 'onChange'>) {
  const location = useLocation()
  const { location: next } = useNavigation()
  return useSearchText(
    query.q ?? '',
    (q) =>
      // Adds only one history entry while the user changes the text, so that Back leaves the search.
      onChange({ q: q || undefined }, { replace: query.q !== undefined }),
    // Waits while a dialog is opening or open. A search would change the URL, which closes it.
    [location, next].some((at) => (at?.state as { layer?: string } | null)?.layer),
  )
}

export function SpaceSearch(props: SpaceSearchProps) {
  const { id, query, onChange, action, children } = props
  const { text, setText, flush } = useText(props)
  const navigate = useNavigate()

  function apply(filters: SpacesQuery) {
    setText(filters.q ?? '')
    void onChange(filters, { replace: query.q !== undefined })
  }

  function pick(picked: Picked) {
    if (picked.kind === 'filters') apply(picked.query)
    else if (picked.kind === 'space') void navigate(paths.space(picked.value, timeOf(query)))
    else if (picked.kind === 'type') void onChange({ type: picked.value, q: undefined })
    else setText(picked.value)
  }

  async function submit() {
    const filters = await filtersInText(text, query)
    rememberSearch(text)
    if (filters) apply(filters)
    else flush()
  }

  return (
    <form
      id={id}
      method="get"
      action={action}
      aria-label="Filter spaces"
      onSubmit={(event) => {
        // Ignores the submit event of a phone's search sheet, which bubbles through React's tree.
        if (event.defaultPrevented) return
        event.preventDefault()
        void submit()
      }}
      className="flex flex-col gap-3"
    >
      {/* Enter presses the first submit button, which would otherwise select a category. */}
      <button type="submit" tabIndex={-1} aria-hidden className="sr-only">
        Search
      </button>
      <SearchBar
        label="Search spaces"
        placeholder={placeholder}
        text={text}
        onText={setText}
        onPick={pick}
        query={query}
        onTime={onChange}
        isLine
      >
        {children}
      </SearchBar>
      <HiddenFilters query={query} />
      <noscript>
        <button type="submit" className={buttonStyles({})}>
          Search
        </button>
      </noscript>
    </form>
  )
}

/**
 * Hidden fields for filters without a form field, so that submitting the form keeps these filters.
 */
const hiddenFilters = [
  'max',
  'currency',
  'amenities',
  'policy',
  'book',
  'rating',
  'bounds',
  'region',
] as const

function HiddenFilters({ query }: { query: SpacesQuery }) {
  return hiddenFilters.map(
    (name) => query[name] && <input key={name} type="hidden" name={name} value={query[name]} />,
  )
}

export function ListSearch(props: SpaceSearchProps & { types: readonly SpaceType[] }) {
  const { query, onChange, action, types } = props
  const region = regionOf(query.region)
  const { text, setText, flush } = useText(props)

  return (
    <form
      method="get"
      action={action}
      aria-label="Filter spaces"
      onSubmit={(event) => {
        event.preventDefault()
        flush()
      }}
      className="grid grid-cols-2 gap-3 md:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]"
    >
      <SearchField
        name="q"
        label="Search spaces"
        placeholder={placeholder}
        maxLength={120}
        autoComplete="off"
        value={text}
        onChange={setText}
        className="col-span-2 md:col-span-1"
      />
      <TypeField
        label="Space type"
        all="All Spaces"
        types={types}
        query={query}
        onChange={onChange}
        className="col-span-2 md:col-span-1"
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

export function TypeField(props: {
  label: string
  all: string
  types: readonly SpaceType[]
  query: SpacesQuery
  onChange: SpaceSearchProps['onChange']
  className?: string
}) {
  const { label, all, types, query, onChange, className } = props
  return (
    <NativeSelect
      name="type"
      label={label}
      options={[{ id: '', label: all }, ...types.map(({ name, label }) => ({ id: name, label }))]}
      value={query.type ?? ''}
      onChange={(type) => onChange({ type: type || undefined })}
      {...(className && { className })}
    />
  )
}

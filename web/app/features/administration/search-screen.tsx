import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { QueryError } from '#web/ui/query-error.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { useShowMore } from '#web/lib/use-show-more.ts'
import { useUrlFilters } from '#web/lib/use-url-filters.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { rememberListSearch } from './list-search.ts'

/** The filters of an admin search screen. Records link back to the list with these filters. */
export function useListSearch() {
  const { pathname, search } = useLocation()
  useEffect(() => rememberListSearch(pathname, search), [pathname, search])
  return useUrlFilters()
}

type SearchScreenProps<Row> = {
  title: string
  /** The noun of a row, such as "booking". Its plural ends in "s". */
  noun: string
  placeholder: string
  field: ReturnType<typeof useListSearch>['field']
  filters?: ReactNode
  list: UseInfiniteQueryResult<InfiniteData<{ rows: Row[] }>>
  /** Returns the id of the element to focus in the first row of a newly loaded page. */
  focusIdOf: (id: string) => string
  /** Shown in place of the list until the first page has loaded. */
  waiting: ReactNode
  /** Shown in place of the list if no record matches the search. */
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

export function SearchScreen<Row extends { id: string }>(props: SearchScreenProps<Row>) {
  const { title, noun, placeholder, field, filters, list, focusIdOf, waiting, empty } = props
  const rows = list.data?.pages.flatMap((page) => page.rows)
  // Shows a placeholder while a search loads, unless rows of the previous search are shown.
  const isWaiting = !rows || (rows.length === 0 && list.isPlaceholderData)
  const fallback = `Failed to fetch ${noun}s`

  const more = useShowMore(list, ({ id }) => focusIdOf(id))

  return (
    <div className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <h1 className="text-3xl">{title}</h1>
      <div className="flex flex-col gap-3">
        <SearchField
          label={`Find a ${noun}`}
          placeholder={placeholder}
          name="q"
          value={field.text}
          onChange={field.setText}
          onSubmit={field.flush}
          autoComplete="off"
          spellCheck={false}
          className="lg:max-w-2xl pointer-coarse:[&_button]:m-0 pointer-coarse:[&_button]:size-11"
        />
        {filters}
      </div>
      {!rows && <QueryError query={list} fallback={fallback} />}
      {isWaiting && !list.error && (
        <>
          <output className="sr-only">Loading {noun}s</output>
          {waiting}
        </>
      )}
      {!isWaiting && (
        <output className="sr-only">
          {rows.length}
          {list.hasNextPage && ' or more'} {rows.length === 1 ? noun : `${noun}s`}
        </output>
      )}
      {!isWaiting && (rows.length > 0 ? props.children(rows) : empty)}
      <ShowMore
        {...more}
        error={rows && list.error ? messageOf(list.error, fallback) : undefined}
      />
    </div>
  )
}

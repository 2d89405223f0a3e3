import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { SpaceType } from '#web/data/space-types.ts'
import type { TypeChange } from '#web/data/spaces-live.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { readQuery } from './space-query.ts'

/** Reads and changes the filters of a space list, which are stored in the page's URL. */
export function useSpacesQuery(pathTo: (query: SpacesQuery) => string) {
  const location = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()

  const isLoading = navigation.location?.pathname === location.pathname
  const { search } = (isLoading && navigation.location) || location
  const query = useMemo(() => readQuery(search), [search])

  // Holds the latest query, because a second change may come before the first change is rendered.
  const wanted = useRef(query)
  useEffect(() => {
    wanted.current = query
  }, [query])

  // True if the search that is loading replaces the history entry of the results shown now.
  const replaces = useRef(false)

  /**
   * Changes `part` of the query. `replace` replaces the current history entry. `at` is the id of
   * the element to scroll to.
   *
   * A change cancels a search that is still loading. If that search adds a history entry, the
   * change adds one too, because `replace` would remove the entry of the results shown now.
   */
  function change(
    part: SpacesQuery,
    { replace = false, at }: { replace?: boolean; at?: string } = {},
  ) {
    wanted.current = { ...wanted.current, after: undefined, ...part }
    replaces.current = replace && (!isLoading || replaces.current)
    const path = pathTo(wanted.current)
    return navigate(at ? `${path}#${at}` : path, {
      replace: replaces.current,
      preventScrollReset: !at,
    })
  }

  const clear = () => navigate(pathTo({}), { preventScrollReset: true })

  return { query, isLoading, change, clear }
}

/** Applies Realtime changes to space types. New types are appended; renamed types stay in place. */
export function applyTypeChanges(
  loaded: readonly SpaceType[],
  changes: readonly TypeChange[],
): SpaceType[] {
  const byId = new Map(loaded.map((type) => [type.id, type]))
  for (const change of changes) {
    if (change.kind === 'saved') byId.set(change.type.id, change.type)
    else byId.delete(change.id)
  }
  return [...byId.values()]
}

export function useSpaceTypes(loaded: readonly SpaceType[]) {
  const [changes, setChanges] = useState<readonly TypeChange[]>([])
  return {
    types: applyTypeChanges(loaded, changes),
    applyType: (change: TypeChange) => setChanges((before) => [...before, change]),
  }
}

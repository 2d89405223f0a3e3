import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { SpaceType } from '#web/data/space-types.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { readQuery } from './space-query.ts'

/**
 * The page's query in its URL. A change shows immediately; the list follows once it has loaded.
 * `pathTo` is the page's path helper.
 */
export function useSpacesQuery(pathTo: (query: SpacesQuery) => string) {
  const location = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()

  const isLoading = navigation.location?.pathname === location.pathname
  const { search } = (isLoading && navigation.location) || location
  const query = useMemo(() => readQuery(search), [search])

  // Two changes before the next render both count.
  const wanted = useRef(query)
  useEffect(() => {
    wanted.current = query
  }, [query])

  /** `replace` adds no history entry; `at` scrolls to the element with that id. */
  function change(
    part: SpacesQuery,
    { replace = false, at }: { replace?: boolean; at?: string } = {},
  ) {
    wanted.current = { ...wanted.current, after: undefined, ...part }
    const path = pathTo(wanted.current)
    return navigate(at ? `${path}#${at}` : path, { replace, preventScrollReset: !at })
  }

  const clear = () => navigate(pathTo({}), { preventScrollReset: true })

  return { query, isLoading, change, clear }
}

/** The loaded types, followed by types added since. */
export function useSpaceTypes(loaded: readonly SpaceType[]) {
  const [added, setAdded] = useState<readonly SpaceType[]>([])
  const byName = new Map([...loaded, ...added].map((type) => [type.name, type]))
  return {
    types: [...byName.values()],
    addType: (type: SpaceType) => setAdded((before) => [...before, type]),
  }
}

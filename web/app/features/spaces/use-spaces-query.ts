import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { SpaceType } from '#web/data/space-types.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { readQuery } from './space-query.ts'

/**
 * The query of the page in its address. A change shows at once and goes into the address; the
 * list follows when it has been loaded. `pathTo` is the page's own path helper.
 */
export function useSpacesQuery(pathTo: (query: SpacesQuery) => string) {
  const location = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()

  const isLoading = navigation.location?.pathname === location.pathname
  const { search } = (isLoading && navigation.location) || location
  const query = useMemo(() => readQuery(search), [search])

  // Two changes may come before the first is drawn, and both count.
  const wanted = useRef(query)
  useEffect(() => {
    wanted.current = query
  }, [query])

  /** `replace` keeps a step out of the browser's history; `at` scrolls to the element of that id. */
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

/** The loaded types and, after them, those that were added while the page was open. */
export function useSpaceTypes(loaded: readonly SpaceType[]) {
  const [added, setAdded] = useState<readonly SpaceType[]>([])
  const byName = new Map([...loaded, ...added].map((type) => [type.name, type]))
  return {
    types: [...byName.values()],
    addType: (type: SpaceType) => setAdded((before) => [...before, type]),
  }
}

import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { SpaceType } from '#web/data/space-types.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { readQuery } from './space-query.ts'

/** The filters of a space list, stored in the page's URL. */
export function useSpacesQuery(pathTo: (query: SpacesQuery) => string) {
  const location = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()

  const isLoading = navigation.location?.pathname === location.pathname
  const { search } = (isLoading && navigation.location) || location
  const query = useMemo(() => readQuery(search), [search])

  // Applies both changes if two are made before the next render.
  const wanted = useRef(query)
  useEffect(() => {
    wanted.current = query
  }, [query])

  /** `replace` adds no history entry; `at` is the id of the element to scroll to. */
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

export function useSpaceTypes(loaded: readonly SpaceType[]) {
  const [added, setAdded] = useState<readonly SpaceType[]>([])
  const byName = new Map([...loaded, ...added].map((type) => [type.name, type]))
  return {
    types: [...byName.values()],
    addType: (type: SpaceType) => setAdded((before) => [...before, type]),
  }
}

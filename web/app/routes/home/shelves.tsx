import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { Route } from './+types/shelves'
import { serverClient } from '#web/data/backend.server.ts'
import { loadSpaces, loadSpaceTypes } from '#web/features/spaces/load-spaces.ts'
import { abroadFilter, homeFilter, readQuery } from '#web/features/spaces/space-query.ts'
import { shouldRevalidate as revalidatesPage } from '#web/lib/use-layer.ts'
import { shelfSize } from './space-shelf.tsx'

/**
 * Loads the shelves of the home page in a layout route, so that a search on the page does not
 * reload them.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const client = serverClient()
  const { region } = readQuery(new URL(request.url).searchParams)
  const filters = { usa: homeFilter, international: abroadFilter(region) }
  const [usa, international, types] = await Promise.all([
    loadSpaces(client, filters.usa, { limit: shelfSize }),
    loadSpaces(client, filters.international, region ? {} : { limit: shelfSize }),
    loadSpaceTypes(client),
  ])
  return { filters, usa, international, types }
}

/**
 * When only the URL's query changes, reloads the shelves only if the selected region has changed.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl } = args
  const isSearch = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  if (!isSearch) return revalidatesPage(args)
  return readQuery(currentUrl.searchParams).region !== readQuery(nextUrl.searchParams).region
}

export default function HomeShelves() {
  return <Outlet />
}

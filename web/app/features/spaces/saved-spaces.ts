import { type ListedSpace, listSpaces, spacesById } from '#web/data/spaces.ts'
import { withNextFree } from './load-spaces.ts'

/** Maximum number of ids per request. More ids would make the URL too long. */
const idsPerRequest = 100

/**
 * Returns the public spaces with these ids, in the order of the ids. With a date (YYYY-MM-DD),
 * returns only spaces that are free on that local day, with the start and price of their first free
 * time. Without a date, adds the next free hour of each space.
 */
export async function savedSpaces(
  client: Parameters<typeof listSpaces>[0],
  ids: readonly string[],
  date?: string,
): Promise<ListedSpace[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / idsPerRequest) }, async (_, part) => {
    const some = ids.slice(part * idsPerRequest, (part + 1) * idsPerRequest)
    if (!date) return withNextFree(client, await spacesById(client, some))
    const { spaces } = await listSpaces(client, { ids: some, date }, { limit: idsPerRequest })
    const byId = new Map(spaces.map((space) => [space.id, space]))
    return some.flatMap((id) => byId.get(id) ?? [])
  })
  return (await Promise.all(parts)).flat()
}

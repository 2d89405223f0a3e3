import { browserClient } from './browser-client.ts'
import { pagedQuery, pageOf } from './keyset.ts'
import { userKey } from './query-client.ts'
import { searchWords } from './search-words.ts'

/** A listing found by the admins' listing search. Times are ISO instants. */
export type FoundListing = {
  id: string
  slug: string | null
  title: string
  location: string
  country: string
  image: string | null
  image_preview: string | null
  host_id: string
  host_name: string | null
  created_at: string
  available: boolean
  archived_at: string | null
  hidden_at: string | null
  /** `hidden_reason` is what the admin wrote to the host; null if the listing is not hidden. */
  hidden_reason: string | null
  open_reports: number
  /** `bookings_ahead` counts the listing's bookings and booking requests that have not ended. */
  bookings_ahead: number
}

export type ListingState = 'all' | 'listed' | 'hidden' | 'archived'

const pageSize = 20

export const adminListingKeys = {
  all: (adminId: string | undefined) => [...userKey(adminId), 'admin listings'] as const,
}

export const foundListings = (
  adminId: string | undefined,
  { text, state }: { text: string; state: ListingState },
) =>
  pagedQuery(
    adminId,
    [...adminListingKeys.all(adminId), text, state],
    async (client, _adminId, after) => {
      const { data } = await client
        .rpc('find_listings', {
          p_search: searchWords(text),
          p_state: state,
          ...(after && { p_before: after.at, p_before_id: after.id }),
          p_limit: pageSize + 1,
        })
        .throwOnError()
      return pageOf(data as FoundListing[], pageSize, ({ created_at }) => created_at)
    },
  )

/** Hides a listing or shows it again, and sends the reason to its host. */
export async function setHidden(id: string, isHidden: boolean, reason: string): Promise<void> {
  const client = await browserClient()
  await client
    .rpc('set_space_hidden', { p_space_id: id, p_is_hidden: isHidden, p_reason: reason })
    .throwOnError()
}

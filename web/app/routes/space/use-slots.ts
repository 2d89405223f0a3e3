import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { addDays } from '@hourspace/domain/slots.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { userKey } from '#web/data/query-client.ts'
import { type Slot, slotsOfDays } from '#web/data/slots.ts'
import { useSession } from '#web/features/account/session.tsx'

/** Milliseconds for which the loaded slots of a week count as fresh. */
const staleTime = 60_000

const keyOf = (userId: string | undefined, spaceId: string) => [
  ...userKey(userId),
  'slots',
  spaceId,
]

export function useReloadSlots(spaceId: string): () => void {
  const { user } = useSession()
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: keyOf(user?.id, spaceId) })
}

type LoadedSlots = { hours: number; weeks: Record<string, Slot[]> }

/**
 * Loads the slots of two weeks for bookings of `hours` hours. `weeks` are the first days of the
 * weeks, which may be the same week. Signed-out visitors see the loader's slots at first. A slot
 * that the user holds counts as free.
 */
export function useSlots(
  id: string,
  {
    weeks,
    hours,
    loaded,
  }: { weeks: readonly [string, string]; hours: number; loaded: LoadedSlots },
) {
  const { user, status } = useSession()
  const queryClient = useQueryClient()
  const loadedIn = (week: string) => (hours === loaded.hours ? loaded.weeks[week] : undefined)

  const queryOf = (week: string) => {
    const initial = user ? undefined : loadedIn(week)
    const known = queryClient.getQueryData<Slot[]>([...keyOf(undefined, id), hours, week])
    return queryOptions({
      queryKey: [...keyOf(user?.id, id), hours, week],
      queryFn: async () =>
        slotsOfDays(await browserClient(), id, { from: week, to: addDays(week, 6), hours }),
      ...(initial && { initialData: initial }),
      placeholderData: known ?? loadedIn(week),
      staleTime,
      refetchOnWindowFocus: 'always',
    })
  }
  // Calls `useQuery` twice, because `useQueries` would add 1 KiB to the page.
  const results = [useQuery(queryOf(weeks[0])), useQuery(queryOf(weeks[1]))]
  const resultOf = (week: string) => results[weeks.indexOf(week)]

  const slotsIn = (week: string) => resultOf(week)?.data ?? loadedIn(week)
  const ofOtherHours = (week: string) =>
    queryClient
      .getQueriesData<Slot[]>({ queryKey: keyOf(user?.id, id) })
      .findLast(([key, slots]) => key.at(-1) === week && slots)?.[1] ?? loaded.weeks[week]

  return {
    /**
     * Returns the slots of a week. While they load, returns the week's slots for another duration
     * as a placeholder.
     */
    slotsIn: (week: string) => slotsIn(week) ?? ofOtherHours(week),
    isLoading: (week: string) => slotsIn(week) === undefined,
    /**
     * Returns true if the week's slots were loaded for the current user or visitor. Slots that were
     * loaded for a visitor may show the user's own hold as taken.
     */
    isOwn: (week: string) => {
      const result = resultOf(week)
      return status !== 'checking' && result?.isSuccess === true && !result.isPlaceholderData
    },
    hasFailed: results.some(({ isError }) => isError),
    reload: () => void queryClient.invalidateQueries({ queryKey: keyOf(user?.id, id) }),
  }
}

import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { browserClient } from '#web/data/browser-client.ts'
import { userKey } from '#web/data/query-client.ts'
import { type TakenTime, takenTimes } from '#web/data/taken-times.ts'
import { useSession } from '#web/features/account/session.tsx'
import { weekBounds } from './grid-cells.ts'

/** Milliseconds for which the taken times of a week are not fetched again. */
const staleTime = 60_000

const keyOf = (userId: string | undefined, spaceId: string) => [
  ...userKey(userId),
  'taken times',
  spaceId,
]

/** Returns a function that reads the taken times of a space again. */
export function useReloadTakenTimes(spaceId: string): () => void {
  const { user } = useSession()
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: keyOf(user?.id, spaceId) })
}

/**
 * Loads the taken times of each week, keyed by the week's first day. Visitors get the loader's
 * data. Signed-in users fetch data without their own hold.
 */
export function useTakenTimes(
  space: { id: string; time_zone: string },
  weeks: readonly string[],
  loaded: Record<string, TakenTime[]>,
) {
  const { user, status } = useSession()
  const queryClient = useQueryClient()
  const { id, time_zone: timeZone } = space
  const shown = [...new Set(weeks)]

  const results = useQueries({
    queries: shown.map((week) => {
      const initial = user ? undefined : loaded[week]
      const known = queryClient.getQueryData<TakenTime[]>([...keyOf(undefined, id), week])
      return queryOptions({
        queryKey: [...keyOf(user?.id, id), week],
        queryFn: async () => takenTimes(await browserClient(), id, weekBounds(week, timeZone)),
        ...(initial && { initialData: initial }),
        placeholderData: known ?? loaded[week],
        staleTime,
        refetchOnWindowFocus: 'always',
      })
    }),
  })

  return {
    takenIn: (week: string) => results[shown.indexOf(week)]?.data ?? loaded[week],
    /**
     * Returns true if the week's taken times were loaded for the signed-in user and therefore
     * exclude that user's own hold.
     */
    isOwn: (week: string) =>
      status !== 'checking' && results[shown.indexOf(week)]?.isPlaceholderData === false,
    hasFailed: results.some(({ isError }) => isError),
    reload: () => void queryClient.invalidateQueries({ queryKey: keyOf(user?.id, id) }),
  }
}

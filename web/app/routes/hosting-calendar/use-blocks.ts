import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  blockTimes,
  calendarKey,
  restoreBlocks,
  setBlockNote,
  unblockTimes,
} from '#web/data/host-calendar.ts'
import { watchSpace } from '#web/data/space-live.ts'
import { messageOf } from '#web/lib/errors.ts'
import { showToast } from '#web/ui/toast.tsx'

/**
 * Returns the mutations that block time, unblock time (both with undo), and replace the note of a
 * block. Reloads the calendar after each mutation, even after an error, and when a displayed space
 * or its times change.
 */
export function useBlocks(
  userId: string | undefined,
  spaces: readonly { id: string }[] | undefined,
) {
  const queryClient = useQueryClient()
  const reload = () => void queryClient.invalidateQueries({ queryKey: calendarKey(userId) })

  const ids = spaces?.map(({ id }) => id).join()
  useEffect(() => {
    if (!ids) return
    const queryKey = calendarKey(userId)
    const onChange = () => void queryClient.invalidateQueries({ queryKey })
    const watcher = { onTimes: onChange, onSpace: onChange, onListening: onChange }
    const stops = ids.split(',').map((id) => watchSpace(id, watcher))
    return () => stops.forEach((stop) => stop())
  }, [ids, queryClient, userId])

  const fail = (error: unknown) =>
    showToast({ tone: 'error', title: messageOf(error, 'Failed to change the block') })
  const succeed = (title: string, undo: (() => void) | false = false) =>
    showToast({
      tone: 'success',
      title,
      ...(undo && { action: { label: 'Undo', onPress: undo } }),
    })

  const restore = useMutation({
    mutationFn: restoreBlocks,
    onSuccess: ([conflict]) => conflict && fail(conflict),
    onError: fail,
    onSettled: reload,
  })
  const unblock = useMutation({
    mutationFn: unblockTimes,
    onSuccess: (blocks, { spaceId }) =>
      succeed('Time unblocked', blocks.length > 0 && (() => restore.mutate({ spaceId, blocks }))),
    onError: fail,
    onSettled: reload,
  })
  const block = useMutation({
    mutationFn: blockTimes,
    onSuccess: ({ blocked, conflicts }, { spaceId, blocks: { length } }) => {
      const count = length - conflicts.length
      if (count === 0) return
      const weeks = count === length ? `${length} weeks` : `${count} of ${length} weeks`
      succeed(
        length === 1 ? 'Time blocked' : `Time blocked in ${weeks}`,
        // Offers no undo if all of the time was blocked before.
        blocked !== '{}' && (() => unblock.mutate({ spaceId, times: blocked })),
      )
    },
    onSettled: reload,
  })
  const annotate = useMutation({
    mutationFn: setBlockNote,
    onSuccess: () => succeed('Note saved'),
    onError: fail,
    onSettled: reload,
  })

  return { block, unblock, annotate }
}

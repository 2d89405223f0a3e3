import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type Block,
  blockTimes,
  calendarKey,
  PartlyBlocked,
  setBlockNote,
  unblockTimes,
} from '#web/data/host-calendar.ts'
import { watchSpace } from '#web/data/space-live.ts'
import { messageOf } from '#web/lib/errors.ts'
import { showToast } from '#web/ui/toast.tsx'

/**
 * Returns the mutations that block and unblock time, each with undo, and that replace the note of a
 * block. They reload the calendar, also after an error, because a part of the times may have
 * changed. Also reloads the calendar when a displayed space or its times change.
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
  const restore = useMutation({ mutationFn: blockTimes, onError: fail, onSettled: reload })
  const unblock = useMutation({
    mutationFn: unblockTimes,
    onSuccess: (_, unblocked: readonly Block[]) =>
      showToast({
        tone: 'success',
        title: 'Time unblocked',
        action: { label: 'Undo', onPress: () => restore.mutate(unblocked) },
      }),
    onError: fail,
    onSettled: reload,
  })

  const showBlocked = (blocked: readonly Block[], title: string) =>
    showToast({
      tone: 'success',
      title,
      // If the host had blocked all of the time before, there is nothing to undo.
      ...(blocked.length > 0 && {
        action: { label: 'Undo', onPress: () => unblock.mutate(blocked) },
      }),
    })
  const block = useMutation({
    mutationFn: blockTimes,
    onSuccess: (blocked, { length }) =>
      showBlocked(blocked, length === 1 ? 'Time blocked' : `Time blocked in ${length} weeks`),
    onError: (error, { length }) => {
      if (!(error instanceof PartlyBlocked)) return
      const count = length - error.failures.length
      if (count > 0) showBlocked(error.blocked, `Time blocked in ${count} of ${length} weeks`)
    },
    onSettled: reload,
  })

  const annotate = useMutation({
    mutationFn: setBlockNote,
    onSuccess: () => showToast({ tone: 'success', title: 'Note saved' }),
    onError: fail,
    onSettled: reload,
  })

  return { block, unblock, annotate }
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mapRows } from '#web/data/keyset.ts'
import {
  markAsRead,
  notificationKeys,
  ownNotifications,
  unreadNotifications,
} from '#web/data/notifications.ts'
import { messageOf } from '#web/lib/errors.ts'
import { showToast } from '#web/ui/toast.tsx'

/**
 * Returns a function that marks the given notifications as read; without ids, all notifications. It
 * updates the cached lists before the request.
 */
export function useMarkAsRead(userId: string | undefined) {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (ids: readonly string[] | undefined) => markAsRead(ids),
    onMutate: (ids) => {
      const now = new Date().toISOString()
      const list = ownNotifications(userId).queryKey
      const rows = queryClient.getQueryData(list)?.pages.flatMap((page) => page.rows)
      const marked = rows?.filter((row) => !row.read_at && (!ids || ids.includes(row.id))).length
      queryClient.setQueryData(list, (before) =>
        mapRows(before, (row) =>
          row.read_at || (ids && !ids.includes(row.id)) ? row : { ...row, read_at: now },
        ),
      )
      queryClient.setQueryData(unreadNotifications(userId).queryKey, (before = 0) =>
        ids ? Math.max(0, before - (marked ?? 0)) : 0,
      )
    },
    onError: (error) =>
      showToast({
        title: messageOf(error, 'The notifications could not be marked as read'),
        tone: 'error',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationKeys.ofUser(userId) }),
  })
  return mutate
}

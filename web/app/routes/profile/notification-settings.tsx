import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import {
  type Channel,
  notificationPreferences,
  saveNotificationPreference,
} from '#web/data/notifications.ts'
import { type NotificationGroup, notificationGroups } from '#web/features/notifications/groups.ts'
import { messageOf } from '#web/lib/errors.ts'
import { Card } from '#web/ui/card.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { showToast } from '#web/ui/toast.tsx'

const columns = 'grid grid-cols-[1fr_auto_auto] items-center gap-x-3 sm:gap-x-6'

export function NotificationSettings({ userId, isHost }: { userId: string; isHost: boolean }) {
  const query = useQuery(notificationPreferences(userId))
  const { hash } = useLocation()
  const groups = notificationGroups.filter(({ isForHosts }) => isHost || !isForHosts)
  const isLoaded = query.data !== undefined
  // Scrolls to the section in the URL. The browser cannot, because the section appears only after
  // the profile has loaded.
  useEffect(() => {
    if (isLoaded && hash === '#notifications') document.getElementById(sectionId)?.scrollIntoView()
  }, [isLoaded, hash])

  return (
    <Card id={sectionId} className="flex scroll-mt-20 flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="text-xl">Notifications</h2>
        <p className="text-sm text-ink-soft">
          Choose what you see in your notifications and what we email you.
        </p>
      </div>
      {query.error && !query.data && (
        <RetryBanner
          message={messageOf(query.error, 'Failed to fetch your choices')}
          onRetry={() => void query.refetch()}
        />
      )}
      {!query.error && !query.data && <Skeleton className="h-72" />}
      {query.data && (
        <div className="flex flex-col">
          <div aria-hidden className={`${columns} pb-2 text-sm font-semibold text-ink-soft`}>
            <span />
            <span className="w-14 text-center">In app</span>
            <span className="w-14 text-center">Email</span>
          </div>
          <ul className="divide-y divide-line border-t border-line">
            {groups.map((group) => (
              <li key={group.name} className={`${columns} py-3`}>
                <span className="flex min-w-0 flex-col gap-0.5">
                  <span className="font-semibold">{group.label}</span>
                  <span className="text-sm text-ink-soft">{group.description}</span>
                </span>
                <ChannelSwitch userId={userId} group={group} channel="app" />
                <ChannelSwitch userId={userId} group={group} channel="email" />
              </li>
            ))}
          </ul>
          <p className="border-t border-line pt-4 text-sm text-ink-soft">
            Emails about bookings, payments and the security of your account are always sent.
          </p>
        </div>
      )}
    </Card>
  )
}

const sectionId = 'notifications'
const channelLabels = { app: 'in the app', email: 'by email' } as const

function ChannelSwitch(props: { userId: string; group: NotificationGroup; channel: Channel }) {
  const { userId, group, channel } = props
  const queryClient = useQueryClient()
  const { queryKey } = notificationPreferences(userId)
  const { data } = useQuery(notificationPreferences(userId))
  const { mutate, isPending } = useMutation({
    mutationKey: queryKey,
    mutationFn: (isEnabled: boolean) => saveNotificationPreference(group.name, channel, isEnabled),
    onMutate: async (isEnabled) => {
      // Cancels a refetch in flight, because it would overwrite the optimistic value.
      await queryClient.cancelQueries({ queryKey })
      const changed = { group_name: group.name, channel, is_enabled: isEnabled }
      queryClient.setQueryData(queryKey, (before = []) => [
        ...before.filter((row) => row.group_name !== group.name || row.channel !== channel),
        changed,
      ])
    },
    onError: (error) =>
      showToast({ title: messageOf(error, 'Your choice could not be saved'), tone: 'error' }),
    onSettled: () => {
      // Refetches only after the last save in flight, because the response to an earlier refetch
      // would overwrite the optimistic value of a later choice.
      if (queryClient.isMutating({ mutationKey: queryKey }) === 1)
        void queryClient.invalidateQueries({ queryKey })
    },
  })

  if (channel === 'app' && group.isOnlyEmail) return <span className="w-14" />
  if (channel === 'email' && group.isEmailRequired)
    return <span className="w-14 text-center text-sm text-ink-soft">Always</span>
  const choice = data?.find((row) => row.group_name === group.name && row.channel === channel)
  return (
    <span className="flex w-14 justify-center">
      <Switch
        isSelected={choice?.is_enabled ?? true}
        isReadOnly={isPending}
        onChange={(isEnabled) => mutate(isEnabled)}
      >
        <span className="sr-only">
          {group.label} {channelLabels[channel]}
        </span>
      </Switch>
    </span>
  )
}

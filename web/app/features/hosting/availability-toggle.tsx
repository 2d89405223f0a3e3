import { useMutation, useQueryClient } from '@tanstack/react-query'
import { browserClient } from '#web/data/browser-client.ts'
import { listingKeys, setAvailability } from '#web/data/listings.ts'
import { useSession } from '#web/features/account/session.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** Switch that opens or closes a space for booking. Reverts if the request fails. */
export default function AvailabilityToggle(props: {
  space: { id: string; title: string; available: boolean }
  onChange: (available: boolean) => void
}) {
  const { space, onChange } = props
  const { user } = useSession()
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (available: boolean) =>
      setAvailability(await browserClient(), space.id, available),
    onMutate: async (available) => {
      // Cancels a refetch in flight, because it would overwrite the optimistic value.
      await queryClient.cancelQueries({ queryKey: listingKeys.ofUser(user?.id) })
      onChange(available)
    },
    onError: (_error, available) => onChange(!available),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listingKeys.ofUser(user?.id) }),
  })

  return (
    <div className="flex flex-col">
      <Switch
        isSelected={space.available}
        isReadOnly={isPending}
        onChange={(available) => mutate(available)}
        aria-label={`Open for booking: ${space.title}`}
      >
        <span className="text-sm font-semibold">
          {space.available ? 'Open for booking' : 'Closed for booking'}
        </span>
      </Switch>
      <AlertText>{error && messageOf(error, 'Failed to update availability')}</AlertText>
    </div>
  )
}

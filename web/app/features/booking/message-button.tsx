import { useMutation } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Booking } from '#web/data/bookings.ts'
import { startConversation } from '#web/data/messages.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'

/** Button that opens the conversation about a booking. `name` is the other participant's name. */
export function MessageButton(props: {
  booking: Booking
  name: string
  size?: 'small' | 'medium'
}) {
  const { booking, name, size = 'small' } = props
  const navigate = useNavigate()
  const open = useMutation({
    mutationFn: () => startConversation(booking.space.id, booking.id),
    onSuccess: (id) => navigate(paths.conversation(id)),
  })
  return (
    <div>
      <Button
        variant="secondary"
        size={size}
        isPending={open.isPending}
        className="wrap-anywhere"
        onPress={() => open.mutate()}
      >
        <MessageCircle aria-hidden className="size-4" />
        Message {name}
      </Button>
      <AlertText>{open.error && messageOf(open.error, 'The inbox could not be opened')}</AlertText>
    </div>
  )
}

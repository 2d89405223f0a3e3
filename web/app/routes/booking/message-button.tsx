import { useMutation } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { startConversation } from '#web/data/messages.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'

export function MessageButton({ booking, name }: { booking: BookingDetails; name: string }) {
  const navigate = useNavigate()
  const open = useMutation({
    mutationFn: () => startConversation(booking.space.id, booking.id),
    onSuccess: (id) => navigate(paths.conversation(id)),
  })
  return (
    <div>
      <Button
        variant="secondary"
        size="small"
        isPending={open.isPending}
        onPress={() => open.mutate()}
      >
        <MessageCircle aria-hidden className="size-4" />
        Message {name}
      </Button>
      <AlertText>{open.error && messageOf(open.error, 'The inbox could not be opened')}</AlertText>
    </div>
  )
}

import { Badge, type Tone } from '#web/ui/badge.tsx'

const tones: Record<string, Tone> = { confirmed: 'success', cancelled: 'danger' }

/** A booking's status with a capital; one that is not known here is neutral. */
export function BookingStatusBadge({ status }: { status: string }) {
  return (
    <Badge tone={tones[status] ?? 'neutral'} dot>
      {status.charAt(0).toUpperCase() + status.slice(1)}
    </Badge>
  )
}

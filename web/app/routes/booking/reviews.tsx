import { useQuery } from '@tanstack/react-query'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { reviewState } from '#web/data/reviews.ts'
import { paths } from '#web/lib/paths.ts'
import { formatMoment } from '#web/lib/times.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Panel } from './panel.tsx'

export function Reviews(props: { booking: BookingDetails; userId: string; now: Date }) {
  const { booking, userId, now } = props
  const extended = booking.extends_booking_id
  const hasEnded = booking.status === 'confirmed' && new Date(booking.end_time) <= now
  const { data } = useQuery({
    ...reviewState(userId, booking.id),
    enabled: hasEnded && extended === null,
  })
  if (!hasEnded) return null
  if (extended !== null)
    return (
      <Panel title="Reviews">
        <p className="text-ink-soft">An extension is reviewed with the booking that it extends.</p>
        <LinkButton to={paths.review(extended)} variant="secondary" className="self-start">
          Reviews of the booking
        </LinkButton>
      </Panel>
    )
  if (!data || now < new Date(data.opens_at)) return null
  const other = booking.space.user_id === userId ? 'guest' : 'host'
  const { own, received, closes_at: closesAt } = data
  const closes = formatMoment(new Date(closesAt), booking.time_zone)
  const isOpen = now < new Date(closesAt)
  if (!isOpen && !own && !received) return null
  const text = own?.published_at
    ? 'Your review is published.'
    : own
      ? `Your review is saved. It is published when the ${other} has written one too, or on ${closes}.`
      : isOpen
        ? `You can write a review until ${closes}.`
        : 'You didn’t write a review.'
  return (
    <Panel title="Reviews">
      <p className="text-ink-soft">
        {text}
        {received && ` The ${other} has reviewed you.`}
      </p>
      <LinkButton
        to={paths.review(booking.id)}
        variant={own || !isOpen ? 'secondary' : 'primary'}
        className="self-start"
      >
        {!own && isOpen ? 'Write a review' : 'Read the reviews'}
      </LinkButton>
    </Panel>
  )
}

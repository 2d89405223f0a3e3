import { useQuery } from '@tanstack/react-query'
import { bookedExtraText } from '@hourspace/domain/extras.ts'
import { formatMoney } from '@hourspace/domain/money.ts'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { guestFigures } from '#web/data/reviews.ts'
import { MessageButton } from '#web/features/booking/message-button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Panel } from './panel.tsx'

export function People({ booking, isHost }: { booking: BookingDetails; isHost: boolean }) {
  const { guest_count: guests, extras, currency } = booking
  const person = isHost ? booking.guest : booking.host
  const name = person?.full_name ?? (isHost ? 'A guest' : 'Your host')
  return (
    <Panel title="People and extras">
      <div className="flex items-center gap-4">
        <Avatar name={name} src={person?.avatar_url ?? null} side={56} className="size-14" />
        <div className="min-w-0">
          <p className="text-lg font-semibold wrap-anywhere">{name}</p>
          <p className="text-sm text-ink-soft">{isHost ? 'Guest' : 'Host'}</p>
          {isHost && <GuestRating hostId={booking.space.user_id} guestId={booking.user_id} />}
        </div>
      </div>
      {booking.user_id !== booking.space.user_id && (
        <MessageButton
          booking={booking}
          name={person?.full_name ?? (isHost ? 'the guest' : 'the host')}
        />
      )}
      <p>
        {guests} {guests === 1 ? 'person' : 'people'}
      </p>
      {extras.length > 0 ? (
        <ul className="divide-y divide-line border-t border-line">
          {extras.map((extra) => (
            <li key={extra.id} className="flex justify-between gap-4 py-2.5 last:pb-0">
              <span className="wrap-anywhere">{bookedExtraText(extra)}</span>
              <span className="tabular-nums">{formatMoney(extra.amount, currency)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-soft">No extras were booked.</p>
      )}
    </Panel>
  )
}

function GuestRating({ hostId, guestId }: { hostId: string; guestId: string }) {
  const { data } = useQuery(guestFigures(hostId, guestId))
  if (!data) return null
  if (data.count === 0) return <p className="text-sm text-ink-soft">No reviews by hosts yet</p>
  return (
    <details className="text-sm text-ink-soft">
      <summary className="min-h-8 cursor-pointer">
        {data.rating?.toFixed(1)} of 5 from {data.count === 1 ? '1 host' : `${data.count} reviews`}
      </summary>
      <ul className="flex flex-col gap-2 pt-1">
        {data.latest.map(({ id, comment, rating }) => (
          <li key={id}>{comment ?? `${rating} of 5, no comment`}</li>
        ))}
      </ul>
    </details>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { Span } from '@hourspace/domain/slots.ts'
import { bookingOfTime } from '#web/data/bookings.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { userKey } from '#web/data/query-client.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { useSession } from '#web/features/account/session.tsx'
import type { Selection } from '#web/features/booking/draft.ts'
import { paths } from '#web/lib/paths.ts'
import { formatDatedSpan } from '#web/lib/times.ts'
import { Banner } from '#web/ui/banner.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AlsoFree } from './also-free.tsx'

/**
 * Says that the selected time is taken, and offers spaces that are free at that time. If the guest
 * has booked it, for example in another tab, links to the booking instead.
 */
export default function LostTime(props: { space: SpaceDetails; selection: Selection; span: Span }) {
  const { space, selection, span } = props
  const { user } = useSession()
  const { data: bookingId, isLoading } = useQuery({
    queryKey: [...userKey(user?.id), 'booking of time', space.id, span],
    queryFn: async () =>
      bookingOfTime(await browserClient(), { userId: user!.id, spaceId: space.id, span }),
    enabled: user !== null,
    retry: false,
  })
  if (isLoading) return null
  if (bookingId)
    return (
      <Banner tone="info">
        You have already booked this time.{' '}
        <TextLink to={paths.booking(bookingId)}>View booking</TextLink>
      </Banner>
    )
  return (
    <>
      <Banner tone="error" title="This time slot is not available">
        {formatDatedSpan(span, space.time_zone)} was just taken. Please choose another time.
      </Banner>
      <AlsoFree space={space} selection={selection} startsAt={span.startsAt} />
    </>
  )
}

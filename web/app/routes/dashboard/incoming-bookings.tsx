import { useState } from 'react'
import { flushSync } from 'react-dom'
import { browserClient } from '#web/data/browser-client.ts'
import { bookingsOfHost, type HostBooking } from '#web/data/host-bookings.ts'
import type { Page } from '#web/data/keyset.ts'
import type { PayoutAccountState } from './payout-account.ts'
import { messageOf } from '#web/lib/errors.ts'
import { ShowMore } from '#web/ui/show-more.tsx'
import { HostBookingRow, rowIdOf } from './host-booking-row.tsx'
import { Rows, Section } from './section.tsx'

/** Bookings that come with each press of 'Show more'. */
const pageSize = 10

/** Who has booked the host's spaces, booked last first: the `first` ones, and more on request. */
export function IncomingBookings(props: {
  hostId: string
  first: Page<HostBooking>
  now: Date
  /** The host's account for payouts; undefined while it is not known. */
  account?: PayoutAccountState
}) {
  const { hostId, first, now, account } = props
  const [further, setFurther] = useState<readonly HostBooking[]>([])
  const [next, setNext] = useState(first.next)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()

  async function showMore() {
    setPending(true)
    setError(undefined)
    try {
      const page = await bookingsOfHost(await browserClient(), hostId, {
        after: next,
        limit: pageSize,
      })
      flushSync(() => {
        setFurther([...further, ...page.rows])
        setNext(page.next)
      })
      // The button may be gone with the last page: a keyboard goes on from the first that came.
      if (page.rows[0])
        document.getElementById(rowIdOf(page.rows[0]))?.focus({ preventScroll: true })
    } catch (reason) {
      setError(messageOf(reason, 'Failed to fetch bookings'))
    } finally {
      setPending(false)
    }
  }

  return (
    <Section title="Bookings of your spaces">
      <Rows>
        {[...first.rows, ...further].map((booking) => (
          <HostBookingRow key={booking.id} booking={booking} now={now} account={account} />
        ))}
      </Rows>
      <ShowMore
        list="bookings of your spaces"
        hasMore={next !== null}
        isPending={isPending}
        onPress={() => void showMore()}
        error={error}
      />
    </Section>
  )
}

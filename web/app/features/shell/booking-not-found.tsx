import { paths } from '#web/lib/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { MessagePage } from './message-page.tsx'

export function BookingNotFound() {
  return (
    <MessagePage
      title="Booking not found"
      description="This link doesn’t match a booking in your account. If you booked with another account, sign in with that one."
    >
      <LinkButton to={paths.myBookings()}>My Bookings</LinkButton>
      <LinkButton to={paths.contact({ subject: 'support' })} variant="secondary">
        Contact us
      </LinkButton>
    </MessagePage>
  )
}

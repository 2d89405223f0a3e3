/** HTML id of the dashboard's section "Guest bookings", for links to it. */
export const guestBookingsId = 'guest-bookings'

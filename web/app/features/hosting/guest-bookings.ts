/** Id of the dashboard's section "Guest bookings", to which links lead. */
export const guestBookingsId = 'guest-bookings'

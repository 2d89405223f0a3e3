/**
 * Allowed status changes of a booking, with the actor of each. The table `booking_transitions` in
 * `supabase/schemas/bookings.sql` holds the same rows; a test compares both.
 */
export const bookingTransitions = [
  { from: null, to: 'confirmed', actor: 'server', when: 'the payment succeeded' },
  { from: 'confirmed', to: 'cancelled', actor: 'guest', when: 'before the start' },
] as const

export type BookingStatus = (typeof bookingTransitions)[number]['to']

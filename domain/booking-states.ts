/**
 * The life of a booking: who may move it from where to where. `supabase/schemas/bookings.sql` states the
 * same table in SQL (`booking_transitions`) and a test holds the two against each other.
 */
export const bookingTransitions = [
  { from: null, to: 'confirmed', actor: 'server', when: 'the payment succeeded' },
  { from: 'confirmed', to: 'cancelled', actor: 'guest', when: 'before the start' },
] as const

export type BookingStatus = (typeof bookingTransitions)[number]['to']

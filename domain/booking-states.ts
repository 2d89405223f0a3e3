/** Allowed status changes of a booking. A test compares them to the table `booking_transitions`. */
export const bookingTransitions = [
  { from: null, to: 'confirmed', actor: 'server', when: 'the payment succeeded' },
  { from: 'confirmed', to: 'cancelled', actor: 'guest', when: 'before the start' },
] as const

export type BookingStatus = (typeof bookingTransitions)[number]['to']

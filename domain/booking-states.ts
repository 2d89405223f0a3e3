/** Allowed status changes of a booking, the same as in the SQL table `booking_transitions`. */
export const bookingTransitions = [
  { from: 'confirmed', to: 'cancelled', actor: 'admin', when: 'at any time' },
  { from: 'confirmed', to: 'cancelled', actor: 'guest', when: 'before the start' },
  { from: 'confirmed', to: 'cancelled', actor: 'host', when: 'before the start' },
  { from: 'requested', to: 'cancelled', actor: 'guest', when: 'before the answer' },
  { from: 'requested', to: 'confirmed', actor: 'host', when: 'the card could be charged' },
  { from: 'requested', to: 'declined', actor: 'host', when: 'before the request expires' },
  { from: 'requested', to: 'expired', actor: 'server', when: 'the host has not answered in time' },
  { from: null, to: 'confirmed', actor: 'server', when: 'the payment succeeded' },
  { from: null, to: 'requested', actor: 'server', when: 'the card was authorized' },
] as const

export type BookingStatus = (typeof bookingTransitions)[number]['to']

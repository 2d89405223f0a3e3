import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  bookingCancelled,
  bookingConfirmed,
  bookingExtended,
  guestCancelled,
  newBooking,
  slotGone,
} from './bookings.ts'
import { cancelledForGuest } from './cancellations.ts'
import { changeAnswered, changeProposed } from './changes.ts'
import { requestEnded } from './requests.ts'
import { booking as sampleBooking, site, url } from './test-booking.ts'

const booking = {
  ...sampleBooking,
  calendar: {
    id: '7d3c1f6e-0000-4000-8000-000000000001',
    guest_count: 1,
    starts_at: '2026-11-26T00:00:00Z',
    ends_at: '2026-11-26T01:00:00Z',
    sequence: 0,
    is_cancelled: false,
  },
}
const free = {
  ...booking,
  refunded_minor: 0,
  rental_minor: 0,
  platform_fee_minor: 0,
  total_minor: 0,
  host_commission_minor: 0,
  host_share_minor: 0,
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const deadline = 'Thursday, November 19, 2026 at 9:00 AM, Japan Standard Time (GMT+9)'

test.each([
  ['2026-11-19T00:00:00Z', `50% refund until 7 days before the start: ${deadline}`],
  ['2026-11-19T00:00:01Z', `This booking can no longer be refunded. The deadline was ${deadline}`],
])('a booking confirmation email sent at %s says "%s"', (now, text) => {
  vi.setSystemTime(now)
  expect(JSON.stringify(bookingConfirmed(booking, site))).toContain(JSON.stringify(text))
})

test.each([
  [
    '2026-11-05T00:00:00Z',
    `Free for 30 minutes after booking: until Thursday, November 5, 2026 at 9:30 AM, Japan Standard Time (GMT+9)\n50% refund until 7 days before the start: ${deadline}`,
  ],
  [
    '2026-11-20T00:00:00Z',
    'Free for 30 minutes after booking: until Friday, November 20, 2026 at 9:30 AM, Japan Standard Time (GMT+9). After that there is no refund',
  ],
])(
  'a booking confirmation email sent immediately after the booking at %s says "%s"',
  (now, text) => {
    vi.setSystemTime(now)
    const email = bookingConfirmed({ ...booking, booked_at: now }, site)
    expect(JSON.stringify(email)).toContain(JSON.stringify(text))
  },
)

test.each([
  [slotGone, { is_over: true }, 'your payment arrived after this time was over'],
  [slotGone, {}, 'another guest booked this time'],
  [requestEnded, { refunded_minor: 11_000 }, 'We are refunding the full amount of'],
  [requestEnded, { refunded_minor: 0 }, 'Your card was not charged'],
] as const)(
  'the email about a payment that did not lead to a booking says "$2"',
  (write, data, text) => {
    const request = {
      status: 'expired',
      answer: 'accepted',
      note: '',
      answer_by: booking.starts_at,
    }
    expect(JSON.stringify(write({ ...booking, ...request, ...data }, site))).toContain(text)
  },
)

test('the email about a booking made after the refund deadline does not mention the past deadline', () => {
  vi.setSystemTime('2026-11-25T22:00:00Z')
  const email = bookingConfirmed({ ...booking, booked_at: '2026-11-25T22:00:00Z' }, site)
  expect(JSON.stringify(email)).toContain(
    '50% refund until 7 days before the start. You booked later, so this booking can’t be refunded',
  )
  expect(JSON.stringify(email)).not.toContain('The deadline was')
})

test.each([
  ['booking email to the guest', bookingConfirmed],
  ['booking email to the host', newBooking],
  ['cancellation email to the guest', bookingCancelled],
  ['cancellation email to the host', guestCancelled],
])('the %s of a free booking mentions no payment, payout or refund', (_, write) => {
  const money = /paid|payout|refund|share|¥/i
  expect(JSON.stringify(write(free, site))).not.toMatch(money)
  expect(JSON.stringify(write(booking, site))).toMatch(money)
})

test.each([
  ['guest', bookingConfirmed, 'Booked'],
  ['host', newBooking, 'New booking'],
  ['guest after a cancellation', bookingCancelled, 'Booking cancelled'],
  ['host after a cancellation', guestCancelled, 'Booking cancelled by the guest'],
])(
  'the booking email to the %s names space and time in its subject and links to the booking',
  (_, write, what) => {
    const email = write(booking, site)
    expect(email.subject).toBe(`${what}: Loft, Thu, Nov 26, 9:00 AM – 10:00 AM`)
    expect(JSON.stringify(email)).toContain(`${url}/bookings/${booking.booking_id}`)
  },
)

const street = '1-2-3 Kanda'

test('the booking email to the guest names address, host and time zone, and links to directions and a calendar without a sign-in', () => {
  const { blocks, attachments } = bookingConfirmed({ ...booking, street_address: street }, site)
  const facts = blocks.flatMap((block) => ('facts' in block ? block.facts : []))
  expect(facts).toContainEqual(['Address', `${street}\nTokyo, Japan`])
  expect(facts).toContainEqual(['Host', 'Hana'])
  expect(facts).toContainEqual(['Time', '9:00 AM – 10:00 AM\nJapan Standard Time (GMT+9)'])
  const links = new Map(blocks.flatMap((block) => ('links' in block ? block.links : [])))
  const queryOf = (label: string) => new URL(links.get(label)!).searchParams
  const place = `${street}, Tokyo, Japan`
  expect(queryOf('Get directions').get('destination')).toBe(place)
  expect(queryOf('Add to Google Calendar').get('location')).toBe(place)
  expect(queryOf('Add to Google Calendar').get('dates')).toBe('20261126T000000Z/20261126T010000Z')
  expect(attachments).toEqual([
    expect.objectContaining({
      filename: 'booking.ics',
      text: expect.stringContaining('DTSTART:20261126T000000Z') as string,
    }),
  ])
})

test('the booking email to the guest contains the arrival notes if the guest may read them, and otherwise says when the guest gets them', () => {
  const announcement = 'You get them 24 hours before the start'
  const textOf = (arrival: object) =>
    JSON.stringify(bookingConfirmed({ ...booking, street_address: street, ...arrival }, site))
  const readable = textOf({ has_arrival_notes: true, arrival_notes: 'Ring twice' })
  expect(readable).toContain('{"quote":"Ring twice"}')
  expect(readable).not.toContain(announcement)
  expect(textOf({ has_arrival_notes: true, arrival_notes: null })).toContain(announcement)
  expect(textOf({ has_arrival_notes: false, arrival_notes: null })).not.toContain(announcement)
})

test('the booking email to the host asks for a missing street address', () => {
  const ask = 'This space has no street address yet'
  const textWith = (data: object) => JSON.stringify(newBooking({ ...booking, ...data }, site))
  expect(textWith({ street_address: null })).toContain(ask)
  expect(textWith({ street_address: street })).not.toContain(ask)
  // Version 0.2.0 queues the email without the address.
  expect(textWith({})).not.toContain(ask)
})

test('the booking email to the guest links to support instead of directions if street_address is null, but not if the field is missing, as in 0.2.0', () => {
  const help = `${url}/contact?subject=support&booking=${booking.booking_id}`
  const text = JSON.stringify(bookingConfirmed({ ...booking, street_address: null }, site))
  expect(text).toContain(help)
  expect(text).not.toContain('Get directions')
  const queuedBy020 = JSON.stringify(bookingConfirmed(booking, site))
  expect(queuedBy020).not.toContain(help)
})

test.each([
  ['paid', booking, ['Extras', 'Projector: ¥500']],
  ['free', free, ['Extras', 'Projector']],
])(
  'the email to the host about a %s booking names guest, people, extras and time',
  (_, it, extra) => {
    const amount = it === free ? 0 : 500
    const extras = [{ name: 'Projector', unit: 'booking', quantity: 1, amount }]
    const { blocks } = newBooking({ ...it, extras }, site)
    const facts = blocks.flatMap((block) => ('facts' in block ? block.facts : []))
    expect(facts).toEqual(
      expect.arrayContaining([
        ['Guest', 'Gil'],
        ['People', '1'],
        ['Time', '9:00 AM – 10:00 AM\nJapan Standard Time (GMT+9)'],
        extra,
      ]),
    )
  },
)

test('the booking email to the host says that the payout requires a connected payout account', () => {
  expect(JSON.stringify(newBooking(booking, site))).toContain('If you have not connected one yet')
})

const change = {
  ...booking,
  proposed_by: 'host',
  old_starts_at: booking.starts_at,
  old_ends_at: booking.ends_at,
  old_extras: [],
  old_total_minor: booking.total_minor,
  new_starts_at: booking.starts_at,
  new_ends_at: booking.ends_at,
  new_extras: [],
  new_total_minor: booking.total_minor,
  new_share_minor: booking.host_share_minor,
  change_answer_by: booking.starts_at,
}
const changed = { ...change, change_status: 'done', street_address: street }
const cancelled = { ...booking, cancelled_by: 'host', reason: null, note: '' }

/** Unfolds the lines of the calendar file in an email. */
const calendarOf = ({ attachments = [] }: ReturnType<typeof bookingConfirmed>) =>
  attachments.map((file) => ({
    ...file,
    text: 'text' in file ? file.text.replaceAll(/\r\n[ \t]/g, '') : '',
  }))

test.each([
  ['booking', bookingConfirmed, booking],
  ['change', changeAnswered, { ...changed, to: 'guest' }],
  ['extension', bookingExtended, { ...booking, booking_id: 'extension', to: 'guest' }],
])('the %s email to the guest adds or updates the same calendar entry', (_, write, data) => {
  const calendar = { ...booking.calendar, ends_at: '2026-11-26T03:00:00Z', sequence: 4 }
  const [file] = calendarOf(write({ ...data, street_address: street, calendar }, site))
  expect(file?.contentType).toBe('text/calendar; charset=utf-8; method=PUBLISH')
  for (const line of [
    'METHOD:PUBLISH',
    `UID:booking-${booking.booking_id}@hourspace.demo`,
    'SEQUENCE:4',
    'DTSTART:20261126T000000Z',
    'DTEND:20261126T030000Z',
    String.raw`LOCATION:1-2-3 Kanda\, Tokyo\, Japan`,
    'STATUS:CONFIRMED',
  ])
    expect(file?.text.split('\r\n')).toContain(line)
})

/** Returns the times of the Google Calendar entry to which an email links. */
const googleDatesOf = ({ blocks }: ReturnType<typeof bookingConfirmed>) =>
  blocks
    .flatMap((block) => ('links' in block ? block.links : []))
    .filter(([label]) => label === 'Add to Google Calendar')
    .map(([, link]) => new URL(link).searchParams.get('dates'))

test('a booking email that is sent again after a change links to a Google Calendar entry at the new time with the new number of people', () => {
  const calendar = {
    ...booking.calendar,
    guest_count: 4,
    starts_at: '2026-11-27T02:00:00Z',
    ends_at: '2026-11-27T03:00:00Z',
    sequence: 1,
  }
  const email = bookingConfirmed({ ...booking, calendar }, site)
  expect(googleDatesOf(email)).toEqual(['20261127T020000Z/20261127T030000Z'])
  const [file] = calendarOf(email)
  expect(file?.text).toContain('DTSTART:20261127T020000Z')
  expect(file?.text).toContain(String.raw`DESCRIPTION:4 people\, booked on`)
})

test('a booking email that is sent again after the cancellation removes the calendar entry and offers no new one', () => {
  const calendar = { ...booking.calendar, sequence: 1, is_cancelled: true }
  const email = bookingConfirmed({ ...booking, street_address: street, calendar }, site)
  expect(googleDatesOf(email)).toEqual([])
  expect(calendarOf(email)[0]?.text).toContain('METHOD:CANCEL')
  expect(JSON.stringify(email.blocks)).toContain('To remove the booking from your calendar')
})

test.each([
  ['guest', bookingCancelled],
  ['host', cancelledForGuest],
])(
  'the email about a cancellation by the %s removes the calendar entry of the guest',
  (_, write) => {
    const calendar = { ...booking.calendar, sequence: 1, is_cancelled: true }
    const email = write({ ...cancelled, calendar }, site)
    const [file] = calendarOf(email)
    expect(file?.contentType).toBe('text/calendar; charset=utf-8; method=CANCEL')
    for (const line of [
      'METHOD:CANCEL',
      `UID:booking-${booking.booking_id}@hourspace.demo`,
      'SEQUENCE:1',
      'STATUS:CANCELLED',
    ])
      expect(file?.text.split('\r\n')).toContain(line)
    expect(JSON.stringify(email.blocks)).toContain('To remove the booking from your calendar')
  },
)

test.each([
  [
    'about a declined change',
    changeAnswered({ ...change, change_status: 'declined', to: 'guest' }, site),
  ],
  ['to the host about a change', changeAnswered({ ...changed, to: 'host' }, site)],
  ['to the host about an extension', bookingExtended({ ...booking, to: 'host' }, site)],
  [
    'that 0.2.0 queued about a booking',
    bookingConfirmed({ ...booking, calendar: undefined }, site),
  ],
])('the email %s contains no calendar file and mentions none', (_, email) => {
  expect(email.attachments ?? []).toEqual([])
  expect(JSON.stringify(email.blocks)).not.toContain('booking.ics')
})

test.each([
  ['proposed', changeProposed],
  ['answered', changeAnswered],
])('the email about a %s change names the old and the new number of people', (_, write) => {
  const people = { old_guest_count: 2, new_guest_count: 4 }
  for (const to of ['guest', 'host']) {
    const { blocks } = write({ ...changed, ...people, to }, site)
    const facts = blocks.flatMap((block) => ('facts' in block ? block.facts : []))
    expect(facts).toContainEqual(['Old number of people', '2'])
    expect(facts).toContainEqual(['New number of people', '4'])
  }
  const queuedBy020 = JSON.stringify(write({ ...changed, to: 'host' }, site))
  expect(queuedBy020).not.toContain('number of people')
})

test.each([
  [undefined, 'We refunded $20.00.'],
  [1_500, 'We refunded $15.00.'],
  [0, 'The price is $20.00 lower. An earlier refund already covers this.'],
])(
  'the email about a change that lowers the price by $20.00 and refunds %s cents says %j',
  (refund_minor, text) => {
    const cheaper = { old_total_minor: 5_000, new_total_minor: 3_000, currency: 'USD', to: 'guest' }
    const { blocks } = changeAnswered({ ...changed, ...cheaper, refund_minor }, site)
    expect(JSON.stringify(blocks)).toContain(text)
  },
)

test('the email to the host about an accepted change names the share that remains after refunds in the Stripe dashboard', () => {
  const cheaper = { old_total_minor: 33_000, new_total_minor: 11_000, currency: 'USD', to: 'host' }
  const shares = { new_share_minor: 9_000, host_share_minor: 6_545 }
  const { blocks } = changeAnswered({ ...changed, ...cheaper, ...shares }, site)
  expect(JSON.stringify(blocks)).toContain('Your share is $65.45.')
})

test('the email about a proposed change mentions that the new time is not held, but only if the change moves the booking', () => {
  const proposed = { ...change, change_status: 'open', to: 'host' }
  const people = { old_guest_count: 2, new_guest_count: 4 }
  const textOf = (data: object) => JSON.stringify(changeProposed(data, site).blocks)
  expect(textOf({ ...proposed, ...people })).not.toContain('the new time')
  const moved = { new_starts_at: '2026-11-25T23:00:00Z' }
  expect(textOf({ ...proposed, ...moved })).toContain('We don’t hold the new time')
})

test.each([
  ['proposed', changeProposed],
  ['answered', changeAnswered],
])('the email about a %s change states the time of the booking and its time zone', (_, write) => {
  const span = '9:00 AM – 10:00 AM\nJapan Standard Time (GMT+9)'
  const factsOf = (data: object) =>
    write({ ...changed, ...data, to: 'guest' }, site).blocks.flatMap((block) =>
      'facts' in block ? block.facts : [],
    )
  const people = { old_guest_count: 2, new_guest_count: 4 }
  expect(factsOf(people)).toContainEqual(['Time', span])
  const moved = factsOf({
    new_starts_at: '2026-11-27T00:00:00Z',
    new_ends_at: '2026-11-27T01:00:00Z',
  })
  expect(moved).toContainEqual(['Old time', `Thursday, November 26, 2026\n${span}`])
  expect(moved).toContainEqual(['New time', `Friday, November 27, 2026\n${span}`])
  expect(moved.map(([name]) => name)).not.toContain('Time')
})

test('the email about a declined request links to the time that the host suggests, in the time zone of the space', () => {
  const declined = {
    ...booking,
    status: 'declined',
    answer: 'declined',
    answer_by: booking.starts_at,
    note: '',
  }
  const suggested_starts_at = '2026-12-05T05:00:00Z'
  const suggested_ends_at = '2026-12-05T08:00:00Z'
  const { blocks } = requestEnded({ ...declined, suggested_starts_at, suggested_ends_at }, site)
  expect(JSON.stringify(blocks)).toContain(
    'Hana suggests another time: Sat, Dec 5, 2:00 PM – 5:00 PM, Japan Standard Time (GMT+9)',
  )
  expect(blocks).toContainEqual({
    button: 'Book this time',
    url: `${url}/space/loft?date=2026-12-05&from=14%3A00&hours=3&guests=1`,
  })
  expect(JSON.stringify(requestEnded(declined, site).blocks)).not.toContain('suggests')
})

const answeredRequest = { answer_by: booking.starts_at, note: '' }

test.each([
  ['a booking that the host cancelled', cancelledForGuest, cancelled],
  [
    'a declined request',
    requestEnded,
    { ...booking, ...answeredRequest, status: 'declined', answer: 'declined' },
  ],
  [
    'an expired request',
    requestEnded,
    { ...booking, ...answeredRequest, status: 'expired', answer: 'expired' },
  ],
])(
  'the email to the guest about %s links to free spaces in the same city at the same time, and to all spaces of the city after the start',
  (_, write, data) => {
    vi.setSystemTime('2026-11-25T00:00:00Z')
    const button = { button: 'Find another space', url: `${url}/explore?location=Tokyo` }
    expect(write({ ...data, guest_count: 3 }, site).blocks).toContainEqual({
      ...button,
      url: `${button.url}&date=2026-11-26&from=09%3A00&hours=1&guests=3`,
    })
    vi.setSystemTime(booking.starts_at)
    expect(write(data, site).blocks).toContainEqual(button)
  },
)

test('the email about a cancellation by the host names the reason above the space and the time', () => {
  const { blocks } = cancelledForGuest({ ...cancelled, reason: 'emergency' }, site)
  const facts = blocks.flatMap((block) => ('facts' in block ? block.facts : []))
  expect(facts.map(([name]) => name).slice(0, 2)).toEqual(['Reason', 'Space'])
})

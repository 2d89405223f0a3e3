import { expect, test } from 'vitest'
import { company } from '@hourspace/domain/company.ts'
import { bookingCancelled, guestCancelled } from './bookings.ts'
import { cancelledForGuest, cancelledForHost } from './cancellations.ts'
import {
  problemDecidedForGuest,
  problemDecidedForHost,
  problemNeedsYou,
  problemReported,
} from './problems.ts'
import { booking as sampleBooking, site, url } from './test-booking.ts'

const booking = { ...sampleBooking, host_share_minor: 0, guest_name: null }
const textOf = (content: unknown) => JSON.stringify(content)

test('the emails about a cancellation by the host contain reason, message and full refund, and tell the host that there is no payout', () => {
  const data = { ...booking, cancelled_by: 'host', reason: 'emergency', note: 'I have the flu.' }
  const guest = textOf(cancelledForGuest(data, site))
  expect(guest).toContain('Cancelled by the host: Loft')
  const unnamed = textOf(cancelledForGuest({ ...data, host_name: null }, site))
  expect(unnamed).toContain('We’re sorry: your host had to cancel this booking.')
  expect(guest).toContain('The full amount of ¥5,500 goes back to the card.')
  expect(guest).toContain('["Refund","¥5,500"]')
  const host = textOf(cancelledForHost(data, site))
  expect(host).toContain('["Refund to the guest","¥5,500"]')
  expect(host).toContain('You won’t be paid for this booking. Cancellations by hosts are counted')
  for (const text of [guest, host]) {
    expect(text).toContain('I have the flu.')
    expect(text).toContain('Illness or emergency')
  }
})

test('the emails about a cancellation by the host say that a lost dispute has returned the money, or that an open dispute delays the refund', () => {
  const data = { ...booking, cancelled_by: 'host', reason: null, note: '' }
  const lost = { ...data, refunded_minor: 0, returned_minor: 5500 }
  const guest = textOf(cancelledForGuest(lost, site))
  expect(guest).toContain('Your bank has already returned ¥5,500 to you.')
  const host = textOf(cancelledForHost(lost, site))
  expect(host).toContain('Your guest has already got ¥5,500 back from the bank.')
  for (const text of [guest, host]) {
    expect(text).toContain('["Returned by the bank","¥5,500"]')
    expect(text).not.toContain('¥0')
  }
  for (const write of [bookingCancelled, guestCancelled]) {
    expect(textOf(write(lost, site))).toContain('["Returned by the bank","¥5,500"]')
    expect(textOf(write(lost, site))).not.toContain('["Refund')
  }
  const open = textOf(cancelledForGuest({ ...data, is_disputed: true }, site))
  expect(open).toContain('Your bank is deciding your dispute.')
  expect(open).not.toContain('business days')
})

test('the emails about a cancellation after a partly lost dispute name both the refund and the amount that the bank has returned', () => {
  const amounts = { refunded_minor: 3_500, cancellation_refund_minor: 3_500, returned_minor: 2_000 }
  const data = { ...booking, cancelled_by: 'host', reason: null, note: '', ...amounts }
  for (const write of [bookingCancelled, guestCancelled, cancelledForGuest, cancelledForHost]) {
    const text = textOf(write(data, site))
    expect(text).toMatch(/"Refund( to the guest)?","¥3,500"/)
    expect(text).toContain('["Returned by the bank","¥2,000"]')
    expect(text).not.toContain('Refunded before')
  }
  for (const write of [bookingCancelled, cancelledForGuest]) {
    const text = textOf(write(data, site))
    expect(text).toMatch(/(We are refunding ¥3,500|"¥3,500 goes back)/)
    expect(text).toContain('business days. Your bank has already returned ¥2,000 to you.')
  }
  const host = textOf(cancelledForHost(data, site))
  expect(host).toContain('Your guest gets the remaining ¥3,500 back.')
  expect(host).not.toContain('everything back')
})

test.each([
  [
    'after an earlier refund',
    '¥1,000',
    '¥500',
    { refunded_minor: 1_500, cancellation_refund_minor: 1_000 },
  ],
  ['after full refunds in the Stripe dashboard', '¥5,500', null, { cancellation_refund_minor: 0 }],
  ['queued by version 0.2.0', '¥5,500', null, {}],
] as [string, string, string | null, object][])(
  'the emails about a cancellation %s name the refund %s and the earlier refunds %s',
  (_, refund, earlier, amounts) => {
    const data = { ...booking, cancelled_by: 'admin', reason: null, note: '', ...amounts }
    for (const write of [bookingCancelled, guestCancelled, cancelledForGuest, cancelledForHost]) {
      const text = textOf(write(data, site))
      expect(text).toMatch(new RegExp(`"Refund( to the guest)?","${refund}"`))
      expect(/"Refunded before","([^"]+)"/.exec(text)?.[1] ?? null).toBe(earlier)
    }
    expect(textOf(bookingCancelled(data, site))).toContain(
      `We are refunding ${refund} to your card`,
    )
    expect(textOf(cancelledForGuest(data, site))).toContain(`${refund} goes back to the card`)
  },
)

test('the emails about a cancellation without a refund say that the booking is not refunded, even after an earlier partial refund', () => {
  const amounts = { refunded_minor: 500, returned_minor: 500, cancellation_refund_minor: 0 }
  const data = { ...booking, cancelled_by: 'admin', reason: null, note: '', ...amounts }
  expect(textOf(bookingCancelled(data, site))).toContain('this booking is not refunded')
  expect(textOf(cancelledForGuest(data, site))).toContain('This booking is not refunded')
})

test('the email to a host who cancelled a free booking says that nothing is refunded', () => {
  const free = { ...booking, cancelled_by: 'host', reason: null, note: '', total_minor: 0 }
  const host = textOf(cancelledForHost({ ...free, refunded_minor: 0 }, site))
  expect(host).toContain('It was free, so nothing is refunded. Cancellations by hosts')
  expect(host).not.toMatch(/platform fee|be paid/)
})

test("the email about a cancellation by an admin shows the host's debt and that later payouts repay it", () => {
  const data = { ...booking, cancelled_by: 'admin', reason: 'unsafe', note: '', owed_minor: 4500 }
  const host = textOf(cancelledForHost(data, site))
  expect(host).toContain(`Cancelled by ${company.name}: Loft`)
  expect(host).toContain('["To be deducted from your next payouts","¥4,500"]')
})

const report = {
  ...booking,
  kind: 'not_as_described',
  problem_status: 'open',
  details: 'There is no projector.',
  claimed_minor: 0,
  decided_minor: 0,
  decision_note: '',
}

test('the email about a problem report contains its details for admins, and says to the host that the payout is on hold', () => {
  const company = textOf(problemNeedsYou(report, site))
  expect(company).toContain('There is no projector.')
  expect(company).toContain(`${url}/admin/bookings/${booking.booking_id}`)
  expect(textOf(problemReported(report, site))).toContain('payout for this booking is on hold')
})

test.each([
  ['no_access', 'upheld', 5500, 'We are refunding ¥5,500 to your card', 'guest gets ¥5,500 back'],
  ['no_access', 'declined', 0, 'There is no refund', 'your payout is sent as usual'],
  [
    'damage',
    'upheld',
    3000,
    'card is not charged automatically',
    'We accepted ¥3,000 of your claim',
  ],
  ['damage', 'declined', 0, 'You owe nothing', 'did not accept the damage claim'],
])(
  'after a %s report is %s, the emails to guest and host state the outcome and the reason',
  (kind, status, minor, guest, host) => {
    const data = {
      ...report,
      kind,
      problem_status: status,
      decided_minor: minor,
      decision_note: 'Seen on the photos.',
    }
    const texts = [problemDecidedForGuest(data, site), problemDecidedForHost(data, site)].map(
      textOf,
    )
    expect(texts[0]).toContain(guest)
    expect(texts[1]).toContain(host)
    for (const text of texts) expect(text).toContain('Seen on the photos.')
  },
)

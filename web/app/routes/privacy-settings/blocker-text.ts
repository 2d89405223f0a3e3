import { type Currency, formatMoney } from '@hourspace/domain/money.ts'
import { paths } from '#web/lib/paths.ts'

export type DeletionBlocker = {
  kind:
    | 'guest_booking'
    | 'host_booking'
    | 'guest_checkout'
    | 'host_checkout'
    | 'dispute'
    | 'problem'
    | 'refund'
    | 'payout'
  id: string
  title: string
  /** `on_day` is the day of the booking in the space's time zone (YYYY-MM-DD). */
  on_day: string
  /** `amount` is the decimal amount that is still owed. Only blockers about payments have it. */
  amount: number | null
  currency: Currency | null
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

const myBookings = { label: 'My Bookings', to: paths.myBookings() }
const dashboard = { label: 'Dashboard', to: paths.dashboard() }
const support = { label: 'Write to us', to: paths.contact({ subject: 'support' }) }

/** Returns why an account cannot be deleted, with a link to the page that resolves it. */
export function blockerText({ kind, title, on_day, amount, currency }: DeletionBlocker) {
  const day = dayFormat.format(new Date(`${on_day}T00:00:00Z`))
  const sum = amount !== null && currency ? formatMoney(amount, currency) : ''
  const texts = {
    guest_booking: {
      what: `You have booked ${title} on ${day}`,
      hint: 'Cancel the booking, or come back afterwards.',
      link: myBookings,
    },
    host_booking: {
      what: `A guest has booked ${title} on ${day}`,
      hint: 'Your guest is counting on it. Cancel the booking, or come back afterwards.',
      link: dashboard,
    },
    guest_checkout: {
      what: `You are in the middle of booking ${title} on ${day}`,
      hint: 'Finish booking, or wait up to 15 minutes for your hold to expire.',
      link: { label: 'Explore Spaces', to: paths.explore() },
    },
    host_checkout: {
      what: `A guest is booking ${title} right now`,
      hint: 'They will finish booking or the hold will expire within 15 minutes.',
      link: dashboard,
    },
    dispute: {
      what: `The payment for ${title} on ${day} is disputed`,
      hint: 'We need your account until the bank decides.',
      link: support,
    },
    problem: {
      what: `A problem report about ${title} on ${day} is not settled yet`,
      hint: 'We need your account until we have decided.',
      link: support,
    },
    refund: {
      what: `A refund of ${sum} for ${title} is on its way to you`,
      hint: 'It usually takes a few minutes.',
      link: myBookings,
    },
    payout: {
      what: `Your share of ${sum} for ${title} on ${day} is not paid out yet`,
      hint: 'It is paid 24 hours after the booking, once you have set up payouts.',
      link: dashboard,
    },
  }
  return texts[kind]
}

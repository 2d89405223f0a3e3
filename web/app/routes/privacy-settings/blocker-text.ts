import { formatMoney } from '@hourspace/domain/money.ts'
import type { DeletionBlocker } from './queries.ts'
import { paths } from '#web/lib/paths.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

type BlockerText = { what: string; hint: string; link: { label: string; to: string } }

const myBookings = { label: 'My Bookings', to: paths.myBookings() }
const dashboard = { label: 'Dashboard', to: paths.dashboard() }
const support = { label: 'Write to us', to: paths.contact({ subject: 'support' }) }

/** Describes why an account cannot be deleted, with a link to resolve it. */
export function blockerText({
  kind,
  title,
  on_day,
  amount,
  currency,
}: DeletionBlocker): BlockerText {
  const day = dayFormat.format(new Date(`${on_day}T00:00:00Z`))
  const sum = amount !== null && currency ? formatMoney(amount, currency) : ''
  switch (kind) {
    case 'guest_booking':
      return {
        what: `You have booked ${title} on ${day}`,
        hint: 'Cancel the booking, or come back afterwards.',
        link: myBookings,
      }
    case 'host_booking':
      return {
        what: `A guest has booked ${title} on ${day}`,
        hint: 'Your guest is counting on it. Come back after the booking.',
        link: dashboard,
      }
    case 'guest_checkout':
      return {
        what: `You are in the middle of booking ${title} on ${day}`,
        hint: 'Finish booking, or wait up to 15 minutes for your hold to expire.',
        link: { label: 'Explore Spaces', to: paths.explore() },
      }
    case 'host_checkout':
      return {
        what: `A guest is booking ${title} right now`,
        hint: 'They will finish booking or the hold will expire within 15 minutes.',
        link: dashboard,
      }
    case 'dispute':
      return {
        what: `The payment for ${title} on ${day} is disputed`,
        hint: 'We need your account until the bank decides.',
        link: support,
      }
    case 'refund':
      return {
        what: `A refund of ${sum} for ${title} is on its way to you`,
        hint: 'It usually takes a few minutes.',
        link: myBookings,
      }
    case 'payout':
      return {
        what: `Your share of ${sum} for ${title} on ${day} is not paid out yet`,
        hint: 'It is paid 24 hours after the booking, once you connect payouts.',
        link: dashboard,
      }
  }
}

import { formatMoney } from '@hourspace/domain/money.ts'
import type { DeletionBlocker } from './queries.ts'
import { paths } from '#web/lib/paths.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

type BlockerText = { what: string; hint: string; link: { label: string; to: string } }

const myBookings = { label: 'My Bookings', to: paths.myBookings() }
const dashboard = { label: 'Dashboard', to: paths.dashboard() }
const support = { label: 'Write to us', to: paths.contact({ subject: 'support' }) }

/** What blocks the deletion, and a link to resolve it. */
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
        hint: 'Cancel the booking, or come back after it.',
        link: myBookings,
      }
    case 'host_booking':
      return {
        what: `A guest has booked ${title} on ${day}`,
        hint: 'Your guest counts on it. Come back after it.',
        link: dashboard,
      }
    case 'guest_checkout':
      return {
        what: `You are checking out ${title} on ${day}`,
        hint: 'Finish it, or wait: within 15 minutes it lapses.',
        link: { label: 'Explore Spaces', to: paths.explore() },
      }
    case 'host_checkout':
      return {
        what: `Somebody is checking out ${title} right now`,
        hint: 'Within 15 minutes it is booked or lapses.',
        link: dashboard,
      }
    case 'dispute':
      return {
        what: `The payment for ${title} on ${day} is disputed`,
        hint: 'Your account is needed until the bank has decided.',
        link: support,
      }
    case 'refund':
      return {
        what: `A refund of ${sum} for ${title} is on its way to you`,
        hint: 'It is made within minutes, unless your bank refuses it.',
        link: myBookings,
      }
    case 'payout':
      return {
        what: `Your share of ${sum} for ${title} on ${day} is not paid out yet`,
        hint: 'It is paid 24 hours after the booking, once payouts are connected.',
        link: dashboard,
      }
  }
}

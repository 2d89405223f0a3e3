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

const dayText = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))

type BlockerText = {
  what: string
  hint: string
  link: { label: string; to: string }
  /** Second link, for a blocker that the user may not be able to resolve without our support. */
  help?: { label: string; to: string }
}

/** Returns why an account cannot be deleted, with a link to the page that resolves it. */
export function blockerText(blocker: DeletionBlocker): BlockerText {
  const { kind, id, title, on_day, amount, currency } = blocker
  const day = dayText(on_day)
  const booking = { label: 'Open booking', to: paths.booking(id) }
  const sum = amount !== null && currency ? formatMoney(amount, currency) : ''
  const texts: Record<DeletionBlocker['kind'], BlockerText> = {
    guest_booking: {
      what: `You have booked or requested ${title} on ${day}`,
      hint: 'Cancel the booking or withdraw the request, or delete your account after it has ended.',
      link: booking,
    },
    host_booking: {
      what: `A guest has booked or requested ${title} on ${day}`,
      hint: 'Your guest is counting on it. You can cancel the booking or decline the request, or delete your account after it has ended.',
      link: booking,
    },
    guest_checkout: {
      what: `You are in the middle of booking ${title} on ${day}`,
      hint: 'Finish booking, or wait up to 15 minutes for your hold to expire.',
      link: { label: 'Explore Spaces', to: paths.explore() },
    },
    host_checkout: {
      what: `A guest is booking ${title} right now`,
      hint: 'The hold ends within 15 minutes. Please try again then.',
      link: dashboard,
    },
    dispute: {
      what: `The payment for ${title} on ${day} is disputed`,
      hint: 'We need your account until the bank decides.',
      link: support,
    },
    problem: {
      what: `A problem report about ${title} on ${day} is not settled yet`,
      hint: 'We need your account until we have decided and any damage is settled.',
      link: support,
    },
    refund: {
      what: `A refund of ${sum} for ${title} is not complete yet`,
      hint: 'It usually takes a few minutes. If you disputed the payment, we send it once your bank has decided. If your bank refuses it, we refund you in another way.',
      link: myBookings,
      help: support,
    },
    payout: {
      what: `Your share of ${sum} for ${title} on ${day} is not paid out yet`,
      hint: 'It is paid 24 hours after the booking if your payouts are set up.',
      link: dashboard,
      help: support,
    },
  }
  return texts[kind]
}

/**
 * Returns one row for each blocker. More than three bookings, or more than three payouts, of one
 * kind share a row. Its `details` contain the texts of the blockers and the paths of the bookings.
 */
export function blockerRows(blockers: readonly DeletionBlocker[]) {
  const groups = [...Map.groupBy(blockers, ({ kind }) => kind).values()]
  return groups.flatMap((group) => {
    const rows = group.map((blocker) => ({
      key: `${blocker.kind} ${blocker.id}`,
      ...blockerText(blocker),
      details: [] as { text: string; to: string | null }[],
    }))
    const summary = group.length > 3 && summaryText(group)
    if (!summary) return rows
    const details = rows.map(({ what, link }) => ({
      text: what,
      to: link.to === summary.link.to ? null : link.to,
    }))
    return [{ ...rows[0]!, ...summary, details }]
  })
}

function summaryText(group: readonly DeletionBlocker[]): BlockerText | null {
  const lastDay = dayText(
    group
      .map(({ on_day }) => on_day)
      .toSorted()
      .at(-1)!,
  )
  switch (group[0]!.kind) {
    case 'guest_booking':
      return {
        what: `You have ${group.length} upcoming bookings and requests, the last on ${lastDay}`,
        hint: 'Cancel or withdraw them, or delete your account after they have ended.',
        link: myBookings,
      }
    case 'host_booking':
      return {
        what: `Guests have ${group.length} upcoming bookings and requests at your spaces, the last on ${lastDay}`,
        hint: 'Your guests are counting on them. You can cancel or decline them, or delete your account after they have ended.',
        link: dashboard,
      }
    case 'payout':
      return {
        what: `Your share of ${group.length} bookings is not paid out yet`,
        hint: 'It is paid 24 hours after each booking if your payouts are set up.',
        link: dashboard,
        help: support,
      }
    default:
      return null
  }
}

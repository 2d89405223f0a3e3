import { z } from 'zod'
import { bookedExtraText } from '@hourspace/domain/extras.ts'
import { formatMinor } from '@hourspace/domain/money.ts'
import { template } from '#functions/_shared/mail/content.ts'
import { dayOf, momentOf, spanOf, zoneOf } from '#functions/_shared/mail/dates.ts'
import { instant } from '#functions/_shared/validate.ts'
import { arrivalSchema, calendarAttachments, calendarNote } from './arrival.ts'
import { bookingUrl, extraSchema, slotFacts, subjectOf } from './booking-data.ts'
import { reasonForGuest, reasonForHost } from './bookings.ts'

const extras = z.array(extraSchema)

/** A proposed booking change, as the SQL function `change_mail_data` returns it. */
const changeSchema = arrivalSchema.extend({
  to: z.enum(['guest', 'host']),
  proposed_by: z.enum(['guest', 'host']),
  change_status: z.enum(['open', 'done', 'declined', 'withdrawn', 'expired', 'failed', 'accepted']),
  old_starts_at: instant,
  old_ends_at: instant,
  /** Missing in emails queued by version 0.2.0, like `new_guest_count`. */
  old_guest_count: z.number().int().optional(),
  old_extras: extras,
  old_total_minor: z.number().int(),
  new_starts_at: instant,
  new_ends_at: instant,
  new_guest_count: z.number().int().optional(),
  new_extras: extras,
  new_total_minor: z.number().int(),
  new_share_minor: z.number().int(),
  /** Missing in emails queued by version 0.2.0. */
  refund_minor: z.number().int().optional(),
  change_answer_by: instant,
})

type MailedChange = z.output<typeof changeSchema>

const reasonFor = (change: MailedChange) => (change.to === 'guest' ? reasonForGuest : reasonForHost)

const nameOf = (change: MailedChange, side: 'guest' | 'host') =>
  side === 'guest' ? (change.guest_name ?? 'Your guest') : (change.host_name ?? 'Your host')

const timeOf = (change: MailedChange, kind: 'old' | 'new') => {
  const startsAt = change[`${kind}_starts_at`]
  const zone = change.time_zone
  return `${dayOf(startsAt, zone)}\n${spanOf(startsAt, change[`${kind}_ends_at`], zone)}\n${zoneOf(startsAt, zone)}`
}

const isMoved = (change: MailedChange) => timeOf(change, 'old') !== timeOf(change, 'new')

function differences(change: MailedChange): [string, string][] {
  const { currency } = change
  const namesOf = (list: MailedChange['new_extras']) =>
    list.map(bookedExtraText).join(', ') || 'None'
  const rows: [string, string, string][] = [
    ['time', timeOf(change, 'old'), timeOf(change, 'new')],
    ['number of people', String(change.old_guest_count), String(change.new_guest_count)],
    ['extras', namesOf(change.old_extras), namesOf(change.new_extras)],
    [
      'total',
      formatMinor(change.old_total_minor, currency),
      formatMinor(change.new_total_minor, currency),
    ],
  ]
  const changed = rows
    .filter(([, before, after]) => before !== after)
    .flatMap(([name, before, after]): [string, string][] => [
      [`Old ${name}`, before],
      [`New ${name}`, after],
    ])
  return isMoved(change) ? changed : [...slotFacts(change), ...changed]
}

/** Explains the price difference of a booking change. `isDone` is true once the change is made. */
function moneyText(change: MailedChange, isDone: boolean): string {
  const { to, currency, old_total_minor, new_total_minor, new_share_minor, refund_minor } = change
  const difference = new_total_minor - old_total_minor
  if (difference === 0) return 'The price stays the same.'
  const amount = formatMinor(Math.abs(difference), currency)
  if (to === 'host')
    return isDone
      ? `Your share is ${formatMinor(change.host_share_minor, currency)}.`
      : `Your share would be ${formatMinor(new_share_minor, currency)}.`
  if (difference < 0) {
    if (!isDone) return `You would get ${amount} back.`
    const refund = refund_minor ?? -difference
    return refund > 0
      ? `We refunded ${formatMinor(refund, currency)}.`
      : `The price is ${amount} lower. An earlier refund already covers this.`
  }
  return isDone ? `Your card was charged ${amount}.` : `You would pay ${amount} more.`
}

export const changeProposed = template(changeSchema, (change, site) => {
  const proposer = nameOf(change, change.proposed_by)
  const by = `${momentOf(change.change_answer_by, change.time_zone)}, ${zoneOf(change.change_answer_by, change.time_zone)}`
  return {
    subject: `Change proposed: ${subjectOf(change)}`,
    title: `${proposer} would like to change the booking`,
    preview: `Please answer by ${by}.`,
    blocks: [
      {
        text: `Please accept or decline by ${by}. Without an answer, the booking stays as it is. ${moneyText(change, false)}`,
      },
      { facts: [['Space', change.space_title], ...differences(change)] },
      { button: 'Answer the proposal', url: bookingUrl(change, site) },
      ...(isMoved(change)
        ? [
            {
              note: 'We don’t hold the new time while you decide. Another guest can still book it.',
            },
          ]
        : []),
    ],
    reason: reasonFor(change)(site),
  }
})

export const changeAnswered = template(changeSchema, (change, site) => {
  const other = nameOf(change, change.to === 'guest' ? 'host' : 'guest')
  const stays = 'The booking stays as it was.'
  const [subject, title, text] = {
    done: ['Booking changed', 'The booking has changed', moneyText(change, true)],
    declined: ['Change declined', `${other} declined the change`, stays],
    withdrawn: ['Change withdrawn', `${other} withdrew the proposed change`, stays],
    expired: ['Change expired', 'The proposed change was not answered in time', stays],
    failed: [
      'Booking not changed',
      'The change could not be carried out',
      `The new time was no longer free, or the card could not be charged in time. ${stays}`,
    ],
    open: ['Change proposed', 'A change was proposed', ''],
    accepted: ['Change accepted', 'The change was accepted', ''],
  }[change.change_status] as [string, string, string]
  const hasNewEntry = change.change_status === 'done' && change.to === 'guest'
  const isCharged = change.change_status !== 'done' && change.to === 'guest'
  return {
    subject: `${subject}: ${subjectOf(change)}`,
    title,
    preview: text,
    blocks: [
      { text: isCharged ? `${text} You pay nothing for the change.` : text },
      { facts: [['Space', change.space_title], ...differences(change)] },
      { button: 'View booking', url: bookingUrl(change, site) },
      ...(hasNewEntry ? calendarNote(change) : []),
    ],
    reason: reasonFor(change)(site),
    ...(hasNewEntry && { attachments: calendarAttachments(change, site) }),
  }
})

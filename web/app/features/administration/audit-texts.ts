import { formatMoney, toDecimal } from '@hourspace/domain/money.ts'
import { cancelReasonText, problemRules } from '@hourspace/domain/problems.ts'
import type { AuditEntry } from '#web/data/admin-users.ts'
import { paths } from '#web/lib/paths.ts'
import { formatUtc } from '#web/lib/times.ts'
import { mailName } from './mail-texts.ts'

/** Every action of the audit log as a verb phrase, which the target follows. */
const texts: Readonly<Record<string, string>> = {
  'user.ban': 'banned',
  'user.unban': 'lifted the ban of',
  'user.sign_out': 'ended the sessions of',
  'user.grant_admin': 'made an admin of',
  'user.revoke_admin': 'ended the admin rights of',
  'user.delete': 'deleted the account of',
  'space.hide': 'hid the listing',
  'space.show': 'showed the listing again:',
  'booking.cancel': 'cancelled a booking of',
  'problem.upheld': 'upheld a problem report about',
  'problem.declined': 'declined a problem report about',
  'problem.settled': 'recorded the payment of a damage at',
  'refund.retry': 'asked Stripe again for a refund of a booking of',
  'refund.settled': 'recorded a refund paid another way for a booking of',
  'payout.retry': 'asked Stripe again for the payout of a booking of',
  'payout.settled': 'recorded a payout made another way for a booking of',
  'payout.send_again': 'sent the reversed payout again for a booking of',
  'payout.keep': 'kept the money of the reversed payout for a booking of',
  'difference.repair': 'corrected the ledger for',
  'dispute.answer': 'answered the dispute about a booking of',
  'review.hide': 'hid a review of',
  'review.show': 'kept or restored a review of',
  'conversation.closed': 'closed a reported conversation about',
  'conversation.reopened': 'reopened a conversation about',
  'conversation.dismissed': 'dismissed the reports of a conversation about',
  'report.resolve': 'resolved a report about',
  'space_type.rename': 'renamed the space type',
  'space_type.remove': 'removed the space type',
  'inbox.answer': 'answered the',
  'inbox.close': 'closed the',
  'inbox.reopen': 'reopened the',
  'mail.resend': 'sent an email again:',
  'job.run': 'started the job',
}

/** Returns an admin's action as a verb phrase. Replaces punctuation by spaces in unknown names. */
export function actionText(action: string): string {
  return texts[action] ?? `${action.replaceAll(/[._]/g, ' ')}:`
}

/** The actions as options of a filter, such as 'Space type: rename', in alphabetical order. */
export const actionOptions = Object.keys(texts)
  .map((id) => {
    const label = id.replaceAll('_', ' ').replace('.', ': ')
    return { id, label: label.charAt(0).toUpperCase() + label.slice(1) }
  })
  .sort((a, b) => a.label.localeCompare(b.label))

type Target = Pick<AuditEntry, 'target' | 'target_type' | 'target_id' | 'booking_id'>

/** Returns the name of an entry's target, or its kind and the first digits of its id. */
export function targetText(entry: Omit<Target, 'booking_id'>): string {
  const { target, target_type: type, target_id: id } = entry
  if (target) return target
  if (type === 'message' || type === 'application') return type
  if (/^[0-9a-f]{8}-/.test(id)) return `${type} ${id.slice(0, 8)}`
  return type === 'difference' ? `difference ${id}` : id
}

/** Returns the path of the admins' page about an entry's target, or null if there is none. */
export function targetPath(entry: Omit<Target, 'target'>): string | null {
  const { target_type: type, target_id: id, booking_id: bookingId } = entry
  if (bookingId) return paths.adminBooking(bookingId)
  if (type === 'user') return paths.adminUser(id)
  // Not the page of the space, because hidden and archived spaces have none.
  if (type === 'space') return paths.adminListings({ q: id })
  if (type === 'message' || type === 'application') return paths.adminInboxItem(id)
  if (type === 'dispute') return paths.adminBookings({ q: id })
  return type === 'job' ? paths.adminJobs() : null
}

type Change = Pick<AuditEntry, 'action' | 'details' | 'amount_minor' | 'currency'>

/**
 * Returns what the action changed or decided about, such as 'Studio → Atelier' or 'Refund: $50.00'.
 * Returns '' for an action without such details.
 */
export function changeText(entry: Change): string {
  const { action, details } = entry
  const { from, to, merged_into: mergedInto, until } = details
  const amount = amountText(entry)
  const subject = details.kind ? problemRules[details.kind].name : amountNames[kindOf(action)]
  if (subject) return amount ? `${subject}: ${amount}` : details.kind ? subject : ''
  if (action === 'mail.resend' && details.template) return mailName(details.template)
  if (action === 'space_type.rename' && from !== to) return `${from} → ${to}`
  if (action === 'space_type.remove' && mergedInto) return `Replaced by ${mergedInto}`
  if (action !== 'user.ban' || !until) return ''
  const end = banEndText(until)
  return end === forGood ? end : `Until ${end}`
}

/** What the amount of an entry is, by the first part of its action. */
const amountNames: Readonly<Record<string, string>> = {
  booking: 'Refund',
  problem: 'Amount',
  refund: 'Refund',
  payout: 'Payout',
  difference: 'Correction',
  dispute: 'Disputed',
}

const kindOf = (action: string) => action.split('.')[0] ?? ''

function amountText({ amount_minor: minor, currency }: Change): string {
  return minor === null || !currency ? '' : formatMoney(toDecimal(minor, currency), currency)
}

const forGood = 'For good'
const banForGoodYear = 2100

/** Returns the end of a ban. `until` is an ISO instant. */
export function banEndText(until: string): string {
  return new Date(until).getUTCFullYear() >= banForGoodYear ? forGood : formatUtc(until)
}

/**
 * Returns the reason of an entry. The reason of a cancelled booking begins with a code, such as
 * `unsafe: No fire exit`, which is replaced by its text.
 */
export function reasonText({ action, reason }: Pick<AuditEntry, 'action' | 'reason'>): string {
  if (action !== 'booking.cancel') return reason
  const [code = '', ...note] = reason.split(': ')
  return [cancelReasonText(code) ?? code, ...note].join(': ')
}

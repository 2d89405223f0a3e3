import { formatMinor } from '@hourspace/domain/money.ts'
import { cancelReasonText, problemRules } from '@hourspace/domain/problems.ts'
import type { AuditEntry } from '#web/data/admin-users.ts'
import { paths } from '#web/lib/paths.ts'
import { formatUtc } from '#web/lib/times.ts'
import { mailName } from './mail-texts.ts'

/** The actions of the audit log. `phrase` precedes the target, and `option` is for the filter. */
const texts: Readonly<Record<string, { phrase: string; option: string }>> = {
  'user.ban': { phrase: 'banned', option: 'User banned' },
  'user.unban': { phrase: 'lifted the ban of', option: 'User’s ban lifted' },
  'user.sign_out': { phrase: 'ended the sessions of', option: 'User signed out' },
  'user.grant_admin': { phrase: 'made an admin of', option: 'Admin rights given' },
  'user.revoke_admin': { phrase: 'ended the admin rights of', option: 'Admin rights removed' },
  'user.delete': { phrase: 'deleted the account of', option: 'User deleted' },
  'space.hide': { phrase: 'hid the listing', option: 'Listing hidden' },
  'space.show': { phrase: 'showed the listing again:', option: 'Listing shown again' },
  'booking.cancel': { phrase: 'cancelled a booking of', option: 'Booking cancelled' },
  'problem.upheld': { phrase: 'upheld a problem report about', option: 'Problem report upheld' },
  'problem.declined': {
    phrase: 'declined a problem report about',
    option: 'Problem report declined',
  },
  'problem.settled': {
    phrase: 'recorded the payment of a damage at',
    option: 'Damage recorded as paid',
  },
  'refund.retry': {
    phrase: 'asked Stripe again for a refund of a booking of',
    option: 'Refund tried again',
  },
  'refund.settled': {
    phrase: 'recorded a refund paid another way for a booking of',
    option: 'Refund paid another way',
  },
  'payout.retry': {
    phrase: 'asked Stripe again for the payout of a booking of',
    option: 'Payout tried again',
  },
  'payout.settled': {
    phrase: 'recorded a payout made another way for a booking of',
    option: 'Payout made another way',
  },
  'payout.send_again': {
    phrase: 'sent the reversed payout again for a booking of',
    option: 'Payout sent again after a reversal',
  },
  'payout.keep': {
    phrase: 'kept the money of the reversed payout for a booking of',
    option: 'Payout kept after a reversal',
  },
  'difference.repair': { phrase: 'corrected the ledger for', option: 'Ledger corrected' },
  'dispute.answer': {
    phrase: 'answered the dispute about a booking of',
    option: 'Dispute answered',
  },
  'review.hide': { phrase: 'hid a review of', option: 'Review hidden' },
  'review.show': { phrase: 'kept or restored a review of', option: 'Review kept or restored' },
  'conversation.closed': {
    phrase: 'closed a reported conversation about',
    option: 'Conversation closed',
  },
  'conversation.reopened': {
    phrase: 'reopened a conversation about',
    option: 'Conversation reopened',
  },
  'conversation.dismissed': {
    phrase: 'dismissed the reports of a conversation about',
    option: 'Conversation reports dismissed',
  },
  'report.resolve': { phrase: 'resolved a report about', option: 'Listing report resolved' },
  'space_type.rename': { phrase: 'renamed the space type', option: 'Space type renamed' },
  'space_type.remove': {
    phrase: 'removed the space type',
    option: 'Space type removed or merged',
  },
  'inbox.answer': { phrase: 'answered the', option: 'Inbox: answered' },
  'inbox.close': { phrase: 'closed the', option: 'Inbox: closed' },
  'inbox.reopen': { phrase: 'reopened the', option: 'Inbox: reopened' },
  'mail.resend': { phrase: 'sent an email again:', option: 'Email sent again' },
  'job.run': { phrase: 'started the job', option: 'Job started' },
}

/**
 * Returns an admin's action as a verb phrase. For an unknown action, returns its name with spaces
 * instead of punctuation.
 */
export function actionText(action: string): string {
  return texts[action]?.phrase ?? `${action.replaceAll(/[._]/g, ' ')}:`
}

/** The actions as options of a filter, such as 'Space type renamed', in alphabetical order. */
export const actionOptions = Object.entries(texts)
  .map(([id, { option }]) => ({ id, label: option }))
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
  // Hidden and archived spaces have no public page.
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

/** Names of the amounts of audit entries, by the first part of the entry's action. */
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
  return minor === null || !currency ? '' : formatMinor(minor, currency)
}

const forGood = 'For good'
const banForGoodYear = 2100

/** Returns the text for the end of a ban: its time in UTC, or "For good" from the year 2100. */
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

import { cancellationPolicies, type CancellationPolicy } from '@hourspace/domain/cancellation.ts'
import { company } from '@hourspace/domain/company.ts'
import { formatMoney, type Currency } from '@hourspace/domain/money.ts'
import { problemRules, type ProblemKind } from '@hourspace/domain/problems.ts'
import { dayOf, spanOf, zoneOf } from '#functions/_shared/mail/dates.ts'

/** The result of the SQL function `dispute_facts`. Times are in ISO 8601. */
export type DisputeFacts = {
  dispute_id: string
  due_by: string | null
  reason: string | null
  answered_at: string | null
  /** Null if the payment made or changed no booking. */
  booking_id: string | null
  /** Whether the payment is for a change of a booking. */
  is_change: boolean
  /** Reason of the first refund, which explains why a payment made no booking. */
  refund_reason: string | null
  space: string
  place: string
  start_time: string
  end_time: string
  time_zone: string
  booked_at: string
  cancelled_at: string | null
  policy: CancellationPolicy
  refunded: number
  /** Time of the last refund of the disputed payment. */
  refunded_at: string | null
  currency: Currency
  guest_id: string
  guest_name: string | null
  guest_email: string | null
  problems: { at: string; kind: ProblemKind; status: string }[]
  messages: { at: string; by: 'guest' | 'host'; body: string }[]
}

/** Returns a draft of Stripe's evidence: https://docs.stripe.com/api/disputes/evidence_object */
export function draftOf(facts: DisputeFacts) {
  const { time_zone: timeZone, space, place } = facts
  const isBooked = facts.booking_id !== null
  const isFailedChange = !isBooked && facts.is_change
  const start = new Date(facts.start_time)
  const end = new Date(facts.end_time)
  const when = `${dayOf(start, timeZone)}, ${spanOf(start, end, timeZone)} (${zoneOf(start, timeZone)})`
  return {
    customer_name: facts.guest_name ?? '',
    customer_email_address: facts.guest_email ?? '',
    service_date: dayOf(start, timeZone),
    product_description: isBooked
      ? `Rental of the space "${space}" in ${place}, ${when}, booked on ${company.name}.`
      : `Payment on ${company.name} for ${isFailedChange ? 'a change of a booking of ' : ''}the space "${space}" in ${place}, ${when}. ${isFailedChange ? failedChange : 'It made no booking.'}`,
    cancellation_policy_disclosure: `${cancellationPolicies[facts.policy].summary}. The policy was shown on the space's page and above the payment button.`,
    access_activity_log: [
      ...(isBooked
        ? [
            `${moment(facts.booked_at)} Booked and paid by card`,
            `${moment(facts.start_time)} Start`,
            `${moment(facts.end_time)} End`,
          ]
        : [
            `${moment(facts.booked_at)} Paid by card, ${isFailedChange ? 'for a change of a booking' : 'without a booking'}`,
          ]),
      ...(facts.refunded_at ? [`${moment(facts.refunded_at)} Refunded`] : []),
      ...(facts.cancelled_at ? [`${moment(facts.cancelled_at)} Cancelled`] : []),
      ...facts.messages.map(({ at, by }) => `${moment(at)} Message by the ${by}`),
    ]
      .toSorted()
      .join('\n'),
    uncategorized_text: [
      !isBooked
        ? noBookingText(facts)
        : facts.problems.length === 0
          ? 'The guest did not report a problem with this booking.'
          : facts.problems
              .map(({ at, kind, status }) => `${moment(at)} ${problemRules[kind].name}: ${status}.`)
              .join('\n'),
      facts.refunded === 0
        ? 'Nothing has been refunded.'
        : `${formatMoney(facts.refunded, facts.currency)} has already been refunded.`,
    ].join('\n'),
  }
}

const failedChange = 'The change did not take effect.'

function noBookingText({ is_change, refund_reason }: DisputeFacts): string {
  if (is_change) return failedChange
  if (refund_reason === 'paid_too_late')
    return 'The payment arrived after this time was over, so it made no booking.'
  if (refund_reason === 'slot_taken')
    return 'The time was no longer available, so the payment made no booking.'
  return 'The payment made no booking.'
}

/** Formats a time as "2026-11-23 10:00 UTC". */
export const moment = (at: string) =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

import { z } from 'zod'
import { formatMinor } from '@hourspace/domain/money.ts'
import { template, type Site } from '#functions/_shared/mail/content.ts'
import { bookingFacts, shareFacts, shareSchema, slotFacts, slotSchema } from './booking-data.ts'
import { reasonForHost } from './bookings.ts'

const refundSchema = slotSchema.extend({
  is_retried: z.boolean(),
  /**
   * `is_refused` is true if Stripe refused the refund, so that the refund never reached the bank.
   */
  is_refused: z.boolean().default(false),
  booking_stands: z.boolean(),
  stripe_id: z.string(),
  reason: z.string(),
})
type MailedRefund = z.output<typeof refundSchema>

const reasonForPayer = (site: Site) =>
  `You’re receiving this email because you paid for a space on ${site.name}.`

/** Sent for a refund that exceeds the cancellation policy, or that succeeded after a retry. */
export const refundMade = template(refundSchema, (refund, site) => ({
  subject: `Refund: ${refund.space_title}`,
  title: `You get ${amountOf(refund)} back`,
  preview: 'It takes 5 to 7 business days.',
  blocks: [
    {
      text: `We refunded ${amountOf(refund)} to the card you paid with. This takes 5 to 7 business days.${refund.booking_stands ? ' Your booking is still confirmed.' : ''}`,
    },
    { facts: refundFacts(refund) },
    { button: 'View my bookings', url: `${site.url}/my-bookings` },
  ],
  reason: reasonForPayer(site),
}))

export const refundCameBack = template(refundSchema, (refund, site) => {
  const title = refund.is_refused
    ? 'Your refund could not be sent'
    : 'Your bank returned your refund'
  const what = refund.is_refused
    ? `We owe you ${amountOf(refund)}, but it could not be sent to the card you paid with.`
    : `We refunded ${amountOf(refund)} to the card you paid with, but its bank returned the money to us.`
  const next = refund.is_retried
    ? 'We will try again tomorrow. You don’t need to do anything.'
    : 'We will write to you about another way to pay you back. You can also contact us.'
  return {
    subject: `${title}: ${refund.space_title}`,
    title,
    preview: `Your card did not accept ${amountOf(refund)}.`,
    blocks: [
      { text: `${what} ${next}` },
      { facts: refundFacts(refund) },
      { button: 'Contact us', url: `${site.url}/contact?subject=billing` },
    ],
    reason: reasonForPayer(site),
  }
})

export const refundNeedsYou = template(refundSchema, (refund, site) => ({
  subject: `Action needed: a refund of ${amountOf(refund)} failed`,
  title: 'A refund failed permanently',
  preview: `We still owe a guest ${amountOf(refund)}.`,
  blocks: [
    {
      text: `${refund.is_refused ? 'Stripe refused this refund three times.' : 'The bank of the guest’s card returned this refund.'} Agree with the guest on another way to pay it, then record that in Platform Analytics.`,
    },
    {
      facts: [
        ...refundFacts(refund),
        ['Reason', refund.reason.replaceAll('_', ' ')],
        ...(refund.stripe_id ? [['Stripe ID', refund.stripe_id] as [string, string]] : []),
      ],
    },
    { button: 'Open Platform Analytics', url: `${site.url}/admin` },
  ],
  reason: 'You’re receiving this email because you manage the marketplace.',
}))

export const shareChanged = template(shareSchema, (share, site) => ({
  subject: `A refund changed your share: ${share.space_title}`,
  title: 'A refund changed your share',
  preview: `Your share is now ${formatMinor(share.host_share_minor, share.currency)}.`,
  blocks: [
    {
      text: 'We refunded a guest beyond the cancellation policy, which reduces your share in the same proportion. The booking itself has not changed.',
    },
    { facts: [...bookingFacts(share), ...shareFacts(share)] },
    { button: 'Open dashboard', url: `${site.url}/dashboard` },
  ],
  reason: reasonForHost(site),
}))

function amountOf({ refunded_minor, currency }: MailedRefund): string {
  return formatMinor(refunded_minor, currency)
}

function refundFacts(refund: MailedRefund): [string, string][] {
  return [['Space', refund.space_title], ...slotFacts(refund), ['Refund', amountOf(refund)]]
}

import { z } from 'zod'
import { template } from '#functions/_shared/mail/template.ts'
import { bookingFacts, money, shareSchema, slotSchema, whenFacts } from './booking-data.ts'
import { shareFacts } from './payouts.ts'

const refundSchema = slotSchema.extend({
  is_retried: z.boolean(),
  booking_stands: z.boolean(),
  stripe_id: z.string(),
  reason: z.string(),
})
type MailedRefund = z.output<typeof refundSchema>

/** To the guest: we gave money back, past the cancellation policy or at the second try. */
export const refundMade = template(refundSchema, (refund, site) => ({
  subject: `Refund: ${refund.space_title}`,
  title: `${sumOf(refund)} goes back to your card`,
  preview: 'It takes 5 to 7 business days.',
  blocks: [
    {
      text: `We have refunded ${sumOf(refund)} to the card you paid with, which takes 5 to 7 business days.${refund.booking_stands ? ' Your booking stands: the time is still yours.' : ''}`,
    },
    { facts: factsOf(refund) },
    { button: 'My Bookings', url: `${site.url}/my-bookings` },
  ],
  reason: `You get this because you paid for a space on ${site.name}.`,
}))

/** To the guest: the card's bank sent the refund back. */
export const refundCameBack = template(refundSchema, (refund, site) => ({
  subject: `Your refund has come back: ${refund.space_title}`,
  title: 'Your bank has sent your refund back',
  preview: `${sumOf(refund)} could not be put on your card.`,
  blocks: [
    {
      text: `We refunded ${sumOf(refund)} to the card you paid with, and its bank sent the money back to us. ${refund.is_retried ? 'We try again tomorrow; there is nothing for you to do.' : 'The same card will not take it. We will write to you about another way; you can also write to us.'}`,
    },
    { facts: factsOf(refund) },
    { button: 'Write to us', url: `${site.url}/contact?subject=billing` },
  ],
  reason: `You get this because you paid for a space on ${site.name}.`,
}))

/** To the company: a guest's money is here, and somebody has to bring it back. */
export const refundNeedsYou = template(refundSchema, (refund, site) => ({
  subject: `A refund failed and needs you: ${sumOf(refund)}`,
  title: 'A refund failed for good',
  preview: `${sumOf(refund)} is the guest's and still with us.`,
  blocks: [
    {
      text: 'The bank of the card sent this refund back. Arrange with the guest how they get their money, then say so in the analytics.',
    },
    {
      facts: [
        ...factsOf(refund),
        ['Reason', refund.reason.replaceAll('_', ' ')],
        ['At Stripe', refund.stripe_id],
      ],
    },
    { button: 'Platform Analytics', url: `${site.url}/admin` },
  ],
  reason: 'You get this because you run the marketplace.',
}))

/** To the host: a refund that was not theirs to decide takes a part of the share along. */
export const shareChanged = template(shareSchema, (share, site) => ({
  subject: `A refund changes your share: ${share.space_title}`,
  title: 'A refund changes your share',
  preview: `Your share is now ${money(share.host_share_minor, share.currency)}.`,
  blocks: [
    {
      text: 'What we refund to a guest beyond the cancellation policy changes your share by the same part. The booking itself is as it was.',
    },
    { facts: [...bookingFacts(share), ...shareFacts(share)] },
    { button: 'Open Dashboard', url: `${site.url}/dashboard` },
  ],
  reason: `You get this because you list a space on ${site.name}.`,
}))

function sumOf({ refunded_minor, currency }: MailedRefund): string {
  return money(refunded_minor, currency)
}

function factsOf(refund: MailedRefund): [string, string][] {
  return [['Space', refund.space_title], ...whenFacts(refund), ['Refund', sumOf(refund)]]
}

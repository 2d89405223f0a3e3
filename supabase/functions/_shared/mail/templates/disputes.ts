import { z } from 'zod'
import { currencies } from '@hourspace/domain/money.ts'
import { template } from '#functions/_shared/mail/template.ts'
import { bookingFacts, money, shareSchema } from './booking-data.ts'
import { shareFacts } from './payouts.ts'

const disputed = {
  dispute_status: z.enum(['inquiry', 'open', 'won', 'lost']),
  disputed_minor: z.number().int(),
  stripe_id: z.string(),
}
const newsSchema = shareSchema.extend(disputed)
const officeSchema = z.object({ ...disputed, currency: z.enum(currencies) })

const news = {
  inquiry: {
    title: 'A guest’s bank asks about a payment',
    text: 'The bank of the guest asks about this payment. We answer it. Until it is content your payout for this booking is held, unless it was made already.',
  },
  open: {
    title: 'A payment is disputed',
    text: 'The guest has asked their bank for this money back. We answer the bank. Until it has decided, which can take three months, your payout for this booking is held, unless it was made already.',
  },
  won: {
    title: 'The dispute is over, and your share stays',
    text: 'The bank has decided for you. What is still to be paid out is no longer held for this.',
  },
  lost: {
    title: 'The dispute is lost',
    text: 'The bank has given the guest their money back, and your share goes with it in the same part. What was paid out already is kept from your next payouts.',
  },
} as const

/** To the host: what a dispute does to the share. */
export const disputeNews = template(newsSchema, (share, site) => {
  const { title, text } = news[share.dispute_status]
  return {
    subject: `${title}: ${share.space_title}`,
    title,
    preview: `${money(share.disputed_minor, share.currency)} for ${share.space_title}.`,
    blocks: [
      { text },
      {
        facts: [
          ...bookingFacts(share),
          ['Disputed', money(share.disputed_minor, share.currency)],
          ...shareFacts(share),
        ],
      },
      { button: 'Open Dashboard', url: `${site.url}/dashboard` },
    ],
    reason: `You get this because you list a space on ${site.name}.`,
  }
})

const office = {
  inquiry: {
    title: 'A bank asks about a payment',
    text: 'Answer it at Stripe, or refund the payment there.',
  },
  open: {
    title: 'A payment is disputed',
    text: 'Send the evidence at Stripe before its deadline.',
  },
  won: {
    title: 'A dispute is won',
    text: 'The money is here again, if it had left at all.',
  },
  lost: {
    title: 'A dispute is lost',
    text: 'The host’s share has been corrected by the same part.',
  },
} as const

/** To the company: a bank wants an answer, or has decided. */
export const disputeNeedsYou = template(officeSchema, (dispute, site) => {
  const sum = money(dispute.disputed_minor, dispute.currency)
  const { title, text } = office[dispute.dispute_status]
  return {
    subject: `${title}: ${sum}`,
    title,
    preview: text,
    blocks: [
      { text },
      {
        facts: [
          ['Disputed', sum],
          ['At Stripe', dispute.stripe_id],
        ],
      },
      { button: 'Platform Analytics', url: `${site.url}/admin` },
    ],
    reason: 'You get this because you run the marketplace.',
  }
})

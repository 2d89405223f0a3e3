import { z } from 'zod'
import { currencies, formatMinor } from '@hourspace/domain/money.ts'
import { template } from '#functions/_shared/mail/content.ts'
import { bookingFacts, shareFacts, shareSchema } from './booking-data.ts'
import { reasonForHost } from './bookings.ts'

const disputed = {
  dispute_status: z.enum(['inquiry', 'open', 'won', 'lost']),
  disputed_minor: z.number().int(),
  stripe_id: z.string(),
}
const hostSchema = shareSchema.extend(disputed)
const companySchema = z.object({ ...disputed, currency: z.enum(currencies) })

const hostTexts = {
  inquiry: {
    title: 'A guest’s bank is asking about a payment',
    text: 'The guest’s bank is asking about this payment, and we are responding. If your payout for this booking has not been sent yet, we hold it until the inquiry is closed.',
  },
  open: {
    title: 'A guest disputed a payment',
    text: 'The guest asked their bank to return this payment, and we are responding to the bank. If your payout for this booking has not been sent yet, we hold it until the bank decides. This can take three months.',
  },
  won: {
    title: 'The dispute is over: you keep your share',
    text: 'The bank decided in your favor. The dispute no longer holds your payout.',
  },
  lost: {
    title: 'The dispute is lost',
    text: 'The bank returned the money to the guest, which reduces your share in the same proportion. If we have already paid you, we deduct the difference from your next payouts.',
  },
} as const

export const disputeNews = template(hostSchema, (share, site) => {
  const { title, text } = hostTexts[share.dispute_status]
  const amount = formatMinor(share.disputed_minor, share.currency)
  return {
    subject: `${title}: ${share.space_title}`,
    title,
    preview: `${amount} for ${share.space_title}.`,
    blocks: [
      { text },
      { facts: [...bookingFacts(share), ['Disputed', amount], ...shareFacts(share)] },
      { button: 'Open dashboard', url: `${site.url}/dashboard` },
    ],
    reason: reasonForHost(site),
  }
})

const companyTexts = {
  inquiry: {
    title: 'A bank is asking about a payment',
    text: 'Answer the inquiry, or refund the payment in Stripe.',
  },
  open: {
    title: 'A guest disputed a payment',
    text: 'Answer it with evidence from the booking before the deadline.',
  },
  won: {
    title: 'A dispute was won',
    text: 'Stripe has returned the money if it had been withdrawn.',
  },
  lost: {
    title: 'A dispute was lost',
    text: 'The host’s share was reduced in the same proportion.',
  },
} as const

export const disputeNeedsYou = template(companySchema, (dispute, site) => {
  const amount = formatMinor(dispute.disputed_minor, dispute.currency)
  const { title, text } = companyTexts[dispute.dispute_status]
  return {
    subject: `${title}: ${amount}`,
    title,
    preview: text,
    blocks: [
      { text },
      {
        facts: [
          ['Disputed', amount],
          ['Stripe ID', dispute.stripe_id],
        ],
      },
      { button: 'Open Platform Analytics', url: `${site.url}/admin` },
    ],
    reason: 'You’re receiving this email because you manage the marketplace.',
  }
})

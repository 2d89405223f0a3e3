import { z } from 'zod'
import { isCurrency } from '@hourspace/domain/money.ts'
import { template } from '#functions/_shared/mail/template.ts'
import { bookingFacts, money, shareSchema, type MailedShare } from './booking-data.ts'

const sentSchema = shareSchema.extend({ sent_minor: z.number().int() })

/** To the host: the share of a booking was sent, less what was kept for an earlier one. */
export const payoutSent = template(sentSchema, (share, site) => {
  const sum = money(share.sent_minor, share.currency)
  const isSent = share.sent_minor > 0
  return {
    subject: isSent
      ? `Payout sent: ${sum} for ${share.space_title}`
      : `Payout settled: ${share.space_title}`,
    title: isSent ? 'Your payout is on its way' : 'Your payout is settled',
    preview: isSent ? `${sum} for ${share.space_title}.` : 'It covers what went back to a guest.',
    blocks: [
      {
        text: isSent
          ? `We have sent ${sum} to your Stripe account. From there it takes 3 to 5 business days to most banks.`
          : 'Nothing was sent this time: your share covers what an earlier guest got back after you had been paid.',
      },
      { facts: [...bookingFacts(share), ...shareFacts(share), ['Sent', sum]] },
      { button: 'Open Dashboard', url: `${site.url}/dashboard` },
    ],
    reason: `You get this because you list a space on ${site.name}.`,
  }
})

const refusedSchema = z.object({ amount_minor: z.number().int(), currency: z.string() })

/** To the host: the bank did not take what Stripe sent. */
export const bankRefused = template(refusedSchema, ({ amount_minor, currency }, site) => {
  // An account's own currency need not be one that spaces are priced in.
  const sum = isCurrency(currency) ? money(amount_minor, currency) : 'a payout'
  return {
    subject: 'Your bank has refused a payout',
    title: 'Your bank has refused a payout',
    preview: 'Please check the bank account that Stripe has of you.',
    blocks: [
      {
        text: `Stripe tried to send ${sum} to your bank, and the bank sent it back. The money is safe in your Stripe account. Please check your bank details there; until then Stripe pauses what it sends you.`,
      },
      { button: 'Check bank details', url: `${site.url}/dashboard` },
    ],
    reason: `You get this because you list a space on ${site.name}.`,
  }
})

/** What is left of a share, and where the rest is; in the order in which it adds up. */
export function shareFacts(share: MailedShare): [string, string][] {
  const { currency, agreed_minor, host_share_minor, withheld_minor, owed_minor } = share
  const went = agreed_minor - host_share_minor
  const fact = (name: string, minor: number, sign = ''): [string, string][] =>
    minor > 0 ? [[name, sign + money(minor, currency)]] : []
  return [
    ...fact('Agreed share', went > 0 ? agreed_minor : 0),
    ...fact('Went back to the guest', went, '−'),
    ['Your share', money(host_share_minor, currency)],
    ...fact('Kept for an earlier booking', withheld_minor, '−'),
    ...fact('To be kept from your next payouts', owed_minor),
  ]
}

import { z } from 'zod'
import { formatMinor, isCurrency, type Currency } from '@hourspace/domain/money.ts'
import { template } from '#functions/_shared/mail/content.ts'
import { shortDayOf } from '#functions/_shared/mail/dates.ts'
import { bookingFacts, shareFacts, shareSchema } from './booking-data.ts'
import { reasonForHost } from './bookings.ts'

const sentSchema = shareSchema.extend({ sent_minor: z.number().int() })

export const payoutSent = template(sentSchema, (share, site) => {
  const amount = formatMinor(share.sent_minor, share.currency)
  const isSent = share.sent_minor > 0
  return {
    subject: isSent
      ? `Payout sent: ${amount} for ${share.space_title}`
      : `Your share covered an earlier refund: ${share.space_title}`,
    title: isSent ? 'Your payout is on its way' : 'Your share covered an earlier refund',
    preview: isSent
      ? `${amount} for ${share.space_title}.`
      : 'Your share covers an earlier refund to a guest.',
    blocks: [
      {
        text: isSent
          ? `We sent ${amount} to your Stripe account. It reaches most banks in 3 to 5 business days.`
          : 'We sent no money this time. Your share covers a refund for an earlier booking that we had already paid out to you.',
      },
      { facts: [...bookingFacts(share), ...shareFacts(share), ['Sent', amount]] },
      { button: 'Open dashboard', url: `${site.url}/dashboard` },
    ],
    reason: reasonForHost(site),
  }
})

/** Announces several payouts, because the mail job merges the payout emails of a host. */
export const payoutsSent = template(
  z.object({ payouts: z.array(sentSchema).min(1) }),
  ({ payouts }, site) => {
    const sent = payouts.filter(({ sent_minor }) => sent_minor > 0)
    const isSent = sent.length > 0
    const sums = new Map<Currency, number>()
    for (const { currency, sent_minor } of sent)
      sums.set(currency, (sums.get(currency) ?? 0) + sent_minor)
    const total = [...sums].map(([currency, minor]) => formatMinor(minor, currency)).join(' and ')
    const count = countOf(isSent ? sent : payouts)
    const covered = 'Your shares covered earlier refunds'
    return {
      subject: isSent ? `Payouts sent: ${total} for ${count}` : `${covered}: ${count}`,
      title: isSent ? 'Your payouts are on their way' : covered,
      preview: isSent ? `${total} for ${count}.` : `${covered} to guests.`,
      blocks: [
        {
          text: isSent
            ? `We sent ${total} for ${count} to your Stripe account. It reaches most banks in 3 to 5 business days.`
            : 'We sent no money this time. Your shares cover refunds for earlier bookings that we had already paid out to you.',
        },
        {
          facts: payouts.map((payout) => [
            `${shortDayOf(payout.starts_at, payout.time_zone)}, ${payout.space_title}`,
            sentText(payout),
          ]),
        },
        { button: 'Open earnings', url: `${site.url}/hosting/earnings` },
      ],
      reason: reasonForHost(site),
    }
  },
)

const countOf = ({ length }: readonly unknown[]) =>
  length === 1 ? '1 booking' : `${length} bookings`

/** Returns the sent amount and, on a second line, the amount that repays debts. */
function sentText({ sent_minor, withheld_minor, currency }: z.output<typeof sentSchema>): string {
  const sent = formatMinor(sent_minor, currency)
  return withheld_minor > 0
    ? `${sent}\n${formatMinor(withheld_minor, currency)} deducted for an earlier refund`
    : sent
}

const refusedSchema = z.object({ amount_minor: z.number().int(), currency: z.string() })

export const bankRefused = template(refusedSchema, ({ amount_minor, currency }, site) => {
  // Omits the amount if the site does not support the currency of the host's Stripe account.
  const amount = isCurrency(currency) ? formatMinor(amount_minor, currency) : 'a payout'
  return {
    subject: 'Your bank refused a payout',
    title: 'Your bank refused a payout',
    preview: 'Please check your bank details at Stripe.',
    blocks: [
      {
        text: `Stripe tried to send ${amount} to your bank, and the bank returned it. The money is safe in your Stripe account. Please check your bank details: Stripe pauses payouts until they are correct.`,
      },
      { button: 'Check bank details', url: `${site.url}/dashboard` },
    ],
    reason: reasonForHost(site),
  }
})

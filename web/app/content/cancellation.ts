import {
  cancellationPolicies,
  cancellationPolicyNames,
  graceMinutes,
  quoteRefund,
  type CancellationPolicy,
} from '@hourspace/domain/cancellation.ts'
import { company } from '@hourspace/domain/company.ts'
import { dayMs, hourMs } from '@hourspace/domain/durations.ts'
import { formatMoney, toDecimal } from '@hourspace/domain/money.ts'
import { type ProblemKind, problemRules } from '@hourspace/domain/problems.ts'
import { paths } from '#web/lib/paths.ts'
import type { Block } from './blocks.ts'
import type { Policy } from './policy.ts'

export const nameOf = (policy: CancellationPolicy) =>
  policy.charAt(0).toUpperCase() + policy.slice(1)

/** Formats a duration as '24 hours' or '5 days'. */
function span(ms: number): string {
  return ms < 2 * dayMs ? count(ms / hourMs, 'hour') : count(ms / dayMs, 'day')
}

const count = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`

const refundName = (percentage: number) =>
  percentage === 100 ? 'Full refund' : percentage === 0 ? 'No refund' : `${percentage}% refund`

/** Example booking: 4 hours at $50, rental $200 plus platform fee $20. */
const example = { totalMinor: 22_000, hostShareMinor: 18_000 }
const bookedAt = new Date('2026-06-01T18:00:00Z')
const startsAt = new Date('2026-06-20T18:00:00Z')
const exampleNotices = [8 * dayMs, 6 * dayMs, 2 * dayMs, 3 * hourMs]

const dollars = (minor: number) => formatMoney(toDecimal(minor, 'USD'), 'USD', { decimals: 0 })

function exampleRefund(policy: CancellationPolicy, noticeMs: number): string {
  const cancelledAt = new Date(startsAt.getTime() - noticeMs)
  return dollars(quoteRefund({ ...example, policy, bookedAt, startsAt }, cancelledAt).refundMinor)
}

const rules: Block = {
  table: {
    caption: 'The three policies',
    head: ['Policy', 'Refund', 'If you cancel'],
    rows: cancellationPolicyNames.map((name) => {
      const { refundPercentage, noticeMs } = cancellationPolicies[name]
      return [
        nameOf(name),
        refundName(refundPercentage),
        `${span(noticeMs)} or more before the start`,
      ]
    }),
  },
}

const examples: Block = {
  table: {
    caption: `Your refund of ${dollars(example.totalMinor)}`,
    head: ['Policy', ...exampleNotices.map((notice) => `${span(notice)} before`)],
    rows: cancellationPolicyNames.map((name) => [
      nameOf(name),
      ...exampleNotices.map((notice) => exampleRefund(name, notice)),
    ]),
  },
}

/** What each problem leads to, in words that fit guests and hosts. */
const problemOutcomes: Record<ProblemKind, string> = {
  no_access: 'Once we confirm it, everything is refunded and the host is not paid',
  not_as_described:
    'We decide how much is refunded, from 0% to 100%; the host’s share is reduced by the same percentage',
  no_show: 'No refund. The host is paid, and we record the no-show',
  damage: 'We decide on the amount. The card is not charged automatically',
}

const problemTable: Block = {
  table: {
    caption: 'Problems and their rules',
    head: ['Problem', 'Who reports it, from the start', 'What happens'],
    rows: (Object.keys(problemRules) as ProblemKind[]).map((kind) => {
      const { name, reporter, until } = problemRules[kind]
      const who = reporter === 'guest' ? 'The guest' : 'The host'
      return [
        name,
        `${who}, until ${until.hours} hours after the ${until.after}`,
        problemOutcomes[kind],
      ]
    }),
  },
}

export const cancellation: Policy = {
  title: 'Cancellation Policy',
  description: `Flexible, moderate and strict: your refund when you cancel a booking on ${company.name}. ${cancellationPolicyNames
    .map((name) => `${nameOf(name)}: ${cancellationPolicies[name].summary.toLowerCase()}.`)
    .join(' ')}`,
  lead: `Plans change. Your refund depends on the policy of the space and on how early you cancel, and you see the amount before you decide. In the first ${graceMinutes} minutes after booking, cancelling is free if the start is more than a day away.`,
  updated: '2026-11-23',
  sections: [
    {
      id: 'policies',
      title: 'Flexible, moderate, strict',
      blocks: [
        'Each host chooses one of three policies. You see it on the space’s page and in your booking. The policy at the time you booked applies, even if the host changes it later.',
        rules,
        'After that, there is no refund. Cancelling exactly at the deadline still counts.',
      ],
    },
    {
      id: 'grace',
      title: `The first ${graceMinutes} minutes`,
      blocks: [
        `Wrong day, wrong space? Whatever the policy, cancelling is free for ${graceMinutes} minutes after you book, if the start is more than a day away. You get back everything you paid.`,
        'A booking that starts sooner follows the policy of the space from the first minute, because the host may already be preparing for you.',
      ],
    },
    {
      id: 'examples',
      title: 'Three policies, one Saturday',
      blocks: [
        `You book a studio at $50 an hour for four hours, on a Saturday at 2 PM. With the platform fee you pay ${dollars(example.totalMinor)}. Then something comes up.`,
        examples,
        'The percentage is of everything you paid: the platform fee comes back in the same proportion as the rental.',
      ],
    },
    {
      id: 'how',
      title: 'How to cancel',
      blocks: [
        {
          steps: [
            `Open [My Bookings](${paths.myBookings()}) and press Cancel Booking. It is there until the booking begins.`,
            'You see the amount of your refund and its deadline. Nothing has happened yet.',
            'Confirm. The time is free for others right away, and the refund is on its way.',
          ],
        },
        'Notice is counted in real hours, so a change to or from daylight saving time does not shorten it. Deadlines are shown in the local time of the space.',
      ],
    },
    {
      id: 'changes',
      title: 'Changing instead of cancelling',
      blocks: [
        'Until 48 hours before the start, guest and host can propose another time, another length or other extras on the booking page. It counts when the other side agrees. Only the difference is charged or refunded, at the prices of your booking.',
        'The policy of the booking stays, and its deadlines move with the new start. Everything you paid counts: if you cancel later, the percentage is of the whole price after the change.',
        'While you are inside, you can stay longer if the time right after your booking is free. The extra hours are a separate booking, charged right away. They can’t be refunded.',
      ],
    },
    {
      id: 'refund',
      title: 'When your refund arrives',
      blocks: [
        'We send refunds right away, to the card you paid with. Banks take 5 to 7 business days to show the money on your statement.',
        'If somebody else took the time at the very moment you paid, there is no booking, and we refund the whole payment automatically.',
      ],
    },
    {
      id: 'hosts',
      title: 'For hosts',
      blocks: [
        'You choose the policy of a space when you list it, and can change it at any time for bookings to come. When a guest cancels, you receive your share of whatever is not refunded: all of it after the deadline, half of it when half comes back.',
        'If you can’t host a booking, cancel it on its page until it starts. The guest gets everything back, including the platform fee, and you are not paid. You can keep the time blocked. We count cancellations by hosts, and our team sees the number.',
        'A booking that has started can’t be cancelled by its guest or its host.',
      ],
    },
    {
      id: 'host-cancels',
      title: 'If the host or we cancel',
      blocks: [
        'If your host cancels, everything you paid comes back, whatever the policy of the space and however late it is. You get an email with the reason.',
        `In rare cases ${company.name} cancels a booking, for example because a space is not safe. We decide how much comes back, from nothing to everything, and tell both sides why. The host’s share shrinks in the same proportion as the payment.`,
      ],
    },
    {
      id: 'problems',
      title: 'If something goes wrong during your booking',
      blocks: [
        'Open the booking and press Report a problem. Both sides see the report, our team decides with a reason, and both get an email. While a report of the guest is open, the host’s payout waits.',
        problemTable,
        `See [Safety](${paths.safety()}#damage) for how damage is paid.`,
      ],
    },
  ],
}

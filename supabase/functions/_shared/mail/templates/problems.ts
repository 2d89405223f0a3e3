import { z } from 'zod'
import { problemKinds, problemRules } from '@hourspace/domain/problems.ts'
import { formatMinor } from '@hourspace/domain/money.ts'
import { template, type Site } from '#functions/_shared/mail/content.ts'
import {
  bookingFacts,
  bookingSchema,
  bookingUrl,
  refundTimeText,
  subjectOf,
} from './booking-data.ts'
import { reasonForGuest, reasonForHost } from './bookings.ts'

/** A problem report as the SQL function `problem_mail_data` returns it. */
const problemSchema = bookingSchema.extend({
  kind: z.enum(problemKinds),
  problem_status: z.enum(['open', 'recorded', 'upheld', 'declined', 'withdrawn']),
  details: z.string(),
  claimed_minor: z.number().int(),
  decided_minor: z.number().int(),
  decision_note: z.string(),
  /**
   * The host's debt, which is deducted from later payouts. Missing if the booking has no payout.
   */
  owed_minor: z.number().int().default(0),
})

type Problem = z.output<typeof problemSchema>

export const problemNeedsYou = template(problemSchema, (problem, site) => ({
  subject: `Decide: ${problemRules[problem.kind].name}, ${subjectOf(problem)}`,
  title: 'A problem report needs a decision',
  preview: problem.details,
  blocks: [
    {
      facts: [
        ['Problem', problemRules[problem.kind].name],
        ...bookingFacts(problem),
        ...claimFacts(problem),
      ],
    },
    { quote: problem.details },
    { button: 'Open the booking', url: `${site.url}/admin/bookings/${problem.booking_id}` },
  ],
  reason: 'Sent for each problem report that an admin must decide.',
}))

/** Sent to the other party of a booking (guest or host) when a problem is reported. */
export const problemReported = template(problemSchema, (problem, site) => {
  const texts = {
    no_access:
      'Your guest reported that they couldn’t get into the space. We are looking into it and will hear both sides. Your payout for this booking is on hold until we decide. To add something, reply to this email.',
    not_as_described:
      'Your guest reported that the space is not as described. We are looking into it and will hear both sides. Your payout for this booking is on hold until we decide. To add something, reply to this email.',
    no_show:
      'Your host reported that you didn’t come to this booking. A booking that isn’t used is not refunded. Reply to this email if this is wrong.',
    damage:
      'Your host reported damage after your booking. We will hear your side before we decide. Your card is not charged automatically. Reply to this email with your side, and open the booking to see the report.',
  }
  const isToGuest = problem.kind === 'no_show' || problem.kind === 'damage'
  return {
    subject: `Reported: ${problemRules[problem.kind].name}, ${subjectOf(problem)}`,
    title: isToGuest ? 'Your host reported a problem' : 'Your guest reported a problem',
    preview: problem.details,
    blocks: [
      { text: texts[problem.kind] },
      { quote: problem.details },
      { facts: [...bookingFacts(problem), ...claimFacts(problem)] },
      { button: 'View booking', url: bookingUrl(problem, site) },
    ],
    reason: isToGuest ? reasonForGuest(site) : reasonForHost(site),
  }
})

const decided = (side: 'guest' | 'host') =>
  template(problemSchema, (problem, site) => {
    const title = titles[problem.problem_status]
    const text = outcome(problem, side, site)
    return {
      subject: `${title}: ${problemRules[problem.kind].name}, ${subjectOf(problem)}`,
      title,
      preview: text,
      blocks: [
        { text },
        ...(problem.decision_note ? [{ quote: problem.decision_note }] : []),
        {
          facts: [
            ...bookingFacts(problem),
            ...claimFacts(problem),
            ...(side === 'host' ? shareFacts(problem) : []),
          ],
        },
        { button: 'View booking', url: bookingUrl(problem, site) },
      ],
      reason: side === 'guest' ? reasonForGuest(site) : reasonForHost(site),
    }
  })

export const problemDecidedForGuest = decided('guest')
export const problemDecidedForHost = decided('host')

const titles = {
  open: 'The report was reopened',
  recorded: 'The report was recorded',
  upheld: 'We accepted the report',
  declined: 'We declined the report',
  withdrawn: 'The report was withdrawn',
} as const

function outcome(problem: Problem, side: 'guest' | 'host', site: Site): string {
  const { kind, problem_status: status, decided_minor: decided, currency } = problem
  const amount = formatMinor(decided, currency)
  const isHost = side === 'host'
  if (status === 'withdrawn') return 'You don’t need to do anything.'
  if (kind === 'damage') {
    if (status === 'declined')
      return isHost
        ? 'We did not accept the damage claim. The reason is below.'
        : 'We did not accept the damage claim. You owe nothing.'
    return isHost
      ? `We accepted ${amount} of your claim. We asked the guest to pay it within 14 days. If they don’t, we pass the claim to the liability insurance: ${site.url}/safety`
      : `We accepted ${amount} of the claim. Your card is not charged automatically. Reply to this email to pay within 14 days or to object; otherwise the claim goes to the liability insurance.`
  }
  if (status === 'declined')
    return isHost
      ? 'The guest gets no refund, and your payout is sent as usual.'
      : 'There is no refund. The reason is below.'
  if (decided === 0)
    return isHost ? 'Your payout does not change.' : 'There is nothing left to refund.'
  return isHost
    ? `The guest gets ${amount} back. Your share is reduced in the same proportion. If we have already paid you, we deduct the difference from your next payouts.`
    : `We are refunding ${amount} to your card. ${refundTimeText(problem)}`
}

function claimFacts({ kind, claimed_minor, currency }: Problem): [string, string][] {
  return kind === 'damage' ? [['Claimed', formatMinor(claimed_minor, currency)]] : []
}

function shareFacts({ total_minor, host_share_minor, owed_minor, currency }: Problem) {
  if (total_minor === 0) return []
  const facts: [string, string][] = [['Your share', formatMinor(host_share_minor, currency)]]
  if (owed_minor > 0)
    facts.push(['To be deducted from your next payouts', formatMinor(owed_minor, currency)])
  return facts
}

import { hourMs } from './durations.ts'

/**
 * Rules for problem reports and for cancellations by hosts and admins, as pages and emails state
 * them. The SQL functions in `supabase/schemas` enforce these rules.
 */

/**
 * Reasons for a cancellation by the host. The SQL constraint `bookings_cancel_reason_known` allows
 * these and the reasons of admins.
 */
export const hostCancelReasons = {
  space_unusable: 'The space can’t be used',
  double_booked: 'The time is already taken',
  emergency: 'Illness or emergency',
  guest_asked: 'The guest asked for it',
  other: 'Another reason',
} as const

export const adminCancelReasons = {
  host_unreachable: 'The host can’t be reached',
  unsafe: 'The space is not safe',
  rule_violation: 'Platform rules were broken',
  fraud: 'Suspected fraud',
  goodwill: 'Goodwill',
  other: 'Another reason',
} as const

export type HostCancelReason = keyof typeof hostCancelReasons
export type AdminCancelReason = keyof typeof adminCancelReasons

/** Texts shown to the guest or host whom the reason is about, in place of the general text. */
const ownReasons: Record<'guest' | 'host', Record<string, string>> = {
  guest: { guest_asked: 'You asked for it' },
  host: { host_unreachable: 'You couldn’t be reached' },
}

/** Returns the text of a cancellation reason for `reader`, by default for an admin. */
export function cancelReasonText(reason: string | null, reader?: 'guest' | 'host'): string | null {
  const texts: Record<string, string> = {
    ...adminCancelReasons,
    ...hostCancelReasons,
    ...(reader && ownReasons[reader]),
  }
  return reason === null ? null : (texts[reason] ?? null)
}

/**
 * Maximum length of the texts of reports and notes in characters, the same as in SQL constraints.
 */
export const longestProblemText = 2000

export const mostProblemPhotos = 8

/**
 * Maximum number of withdrawn reports of one kind per booking. After that, the SQL function
 * `report_problem` refuses another report of this kind.
 */
export const mostWithdrawnReports = 3

type ProblemRule = {
  reporter: 'guest' | 'host'
  name: string
  /** The problem in the words that its reporter would use. */
  title: string
  /** The rule for reporting this kind of problem, which the form shows to the reporter. */
  rule: string
  /** End of the reporting period: a number of hours after the start or the end of the booking. */
  until: { after: 'start' | 'end'; hours: number }
}

/**
 * Rules for each kind of problem report. The reporting period begins at the start of the booking.
 * `until` defines its end.
 */
export const problemRules = {
  no_access: {
    reporter: 'guest',
    name: 'No access to the space',
    title: 'I couldn’t get in',
    rule: 'Once we have confirmed it, you get everything back, including the platform fee, and the host is not paid for this booking.',
    until: { after: 'end', hours: 24 },
  },
  not_as_described: {
    reporter: 'guest',
    name: 'Space not as described',
    title: 'The space is not as described',
    rule: 'We compare the listing with your report and refund between 0% and 100% of what you paid. The host’s payout waits until we have decided.',
    until: { after: 'start', hours: 24 },
  },
  no_show: {
    reporter: 'host',
    name: 'Guest didn’t come',
    title: 'The guest didn’t come',
    rule: 'The guest gets no refund, and you are paid as usual. We record that the guest didn’t come.',
    until: { after: 'end', hours: 24 },
  },
  damage: {
    reporter: 'host',
    name: 'Damage',
    title: 'Something was damaged',
    rule: 'Describe the damage, and add photos and the amount. We ask the guest for their side, then decide. The guest’s card is not charged automatically: we ask the guest to pay the amount we decide on, and if the guest doesn’t pay within 14 days, the claim goes to the liability insurance.',
    until: { after: 'end', hours: 48 },
  },
} as const satisfies Record<string, ProblemRule>

export type ProblemKind = keyof typeof problemRules

export const problemKinds = Object.keys(problemRules) as ProblemKind[]

/** `open`: an admin must decide. `recorded`: no decision is needed. */
export type ProblemStatus = 'open' | 'recorded' | 'upheld' | 'declined' | 'withdrawn'

export function problemDeadline(kind: ProblemKind, start: Date, end: Date): Date {
  const { after, hours } = problemRules[kind].until
  return new Date((after === 'start' ? start : end).getTime() + hours * hourMs)
}

type Report = { kind: ProblemKind; status: ProblemStatus }

/** Returns the number of withdrawn reports of this kind. */
export const withdrawnReports = (kind: ProblemKind, reports: readonly Report[]) =>
  reports.filter((report) => report.kind === kind && report.status === 'withdrawn').length

/**
 * Returns the kinds of problems that the guest or the host of a booking can report at `now`.
 * Excludes kinds that were already reported, or whose reports were withdrawn too often.
 */
export function reportableProblems(
  reporter: 'guest' | 'host',
  { start, end }: { start: Date; end: Date },
  now: Date,
  reports: readonly Report[],
): ProblemKind[] {
  if (now < start) return []
  return problemKinds.filter(
    (kind) =>
      problemRules[kind].reporter === reporter &&
      now <= problemDeadline(kind, start, end) &&
      !reports.some((report) => report.kind === kind && report.status !== 'withdrawn') &&
      withdrawnReports(kind, reports) < mostWithdrawnReports,
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Currency, formatMinor } from '@hourspace/domain/money.ts'
import { problemRules } from '@hourspace/domain/problems.ts'
import type { MoneyViewer } from '#web/data/money-timeline.ts'
import { problemPhotos, type Problem } from '#web/data/problems.ts'
import { formatMoment } from '#web/lib/times.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

const faces: Record<Problem['status'], { tone: Tone; text: string }> = {
  open: { tone: 'caution', text: 'Being reviewed' },
  recorded: { tone: 'neutral', text: 'Recorded' },
  upheld: { tone: 'success', text: 'Accepted' },
  declined: { tone: 'neutral', text: 'Declined' },
  withdrawn: { tone: 'neutral', text: 'Withdrawn' },
}

export function ProblemItem(props: {
  problem: Problem
  booking: { currency: Currency; time_zone: string }
  viewerId: string
  viewer: MoneyViewer
  title?: ReactNode
  /** The formatted time of the report. The default is in the booking's time zone. */
  reportedAt?: string
  children?: ReactNode
}) {
  const { problem, booking, viewerId, viewer, title, reportedAt, children } = props
  const { tone, text } = faces[problem.status]
  const { reporter } = problemRules[problem.kind]
  const money = (minor: number) => formatMinor(minor, booking.currency)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 className="text-lg">{title ?? problemRules[problem.kind].name}</h3>
          <p className="text-sm text-ink-soft">
            Reported by {reporter === viewer ? 'you' : `the ${reporter}`} ·{' '}
            <time dateTime={problem.created_at}>
              {reportedAt ?? formatMoment(new Date(problem.created_at), booking.time_zone)}
            </time>
          </p>
        </div>
        <Badge tone={tone} dot>
          {text}
        </Badge>
      </div>
      {problem.details && (
        <p className="max-w-prose whitespace-pre-line wrap-anywhere">{problem.details}</p>
      )}
      {problem.claimed_minor !== null && (
        <p className="text-sm text-ink-soft">Claimed: {money(problem.claimed_minor)}</p>
      )}
      {problem.photos.length > 0 && <Photos problem={problem} viewerId={viewerId} />}
      <Outcome text={outcomeText(problem, viewer, money)} />
      {problem.decision_note && (
        <blockquote className="max-w-prose border-l-2 border-line pl-4 whitespace-pre-line text-ink-soft wrap-anywhere">
          {problem.decision_note}
        </blockquote>
      )}
      {children}
    </div>
  )
}

function Photos({ problem, viewerId }: { problem: Problem; viewerId: string }) {
  const { data: urls } = useQuery(problemPhotos(viewerId, problem.photos))
  return (
    <ul className="flex flex-wrap gap-2">
      {problem.photos.map((path, index) => (
        <li key={path} className="size-24 overflow-hidden rounded-small bg-sunken">
          {urls?.[path] && (
            <a href={urls[path]} target="_blank" rel="noreferrer">
              <img
                src={urls[path]}
                alt={`${index + 1} of ${problem.photos.length} of this report; opens in a new tab`}
                width={96}
                height={96}
                className="size-full object-cover"
              />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

function Outcome({ text }: { text: string | null }) {
  return text && <p className="max-w-prose text-sm font-semibold">{text}</p>
}

/** Returns the outcome of a problem report for its viewer; null if the report was withdrawn. */
export function outcomeText(
  { kind, status, ...problem }: Pick<Problem, 'kind' | 'status' | 'decided_minor' | 'settled_at'>,
  viewer: MoneyViewer,
  money: (minor: number) => string,
): string | null {
  const [isGuest, isHost] = [viewer === 'guest', viewer === 'host']
  const decided = money(problem.decided_minor ?? 0)
  const paidAsUsual = `No refund; ${isHost ? 'you are' : 'the host is'} paid as usual.`
  const steps =
    viewer === 'admin' ? 'Hear both sides, then decide.' : 'We will hear both sides, then decide.'
  if (status === 'open')
    return kind === 'damage'
      ? `${steps} ${isGuest ? 'Your' : 'The guest’s'} card is not charged automatically.`
      : `${steps} ${isHost ? 'Your' : 'The host’s'} payout waits until then.`
  if (status === 'recorded') return paidAsUsual
  if (status === 'declined') return kind === 'damage' ? 'The claim was not accepted.' : paidAsUsual
  if (status !== 'upheld') return null
  if (kind !== 'damage') return `${decided} refunded to ${isGuest ? 'you' : 'the guest'}.`
  if (problem.settled_at) return `${decided} accepted and paid.`
  return `${decided} accepted. ${isGuest ? 'You are' : 'The guest is'} asked to pay within 14 days; otherwise the claim goes to the liability insurance.`
}

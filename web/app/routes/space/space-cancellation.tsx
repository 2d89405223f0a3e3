import { cancellationPolicies, refundTerms } from '@hourspace/domain/cancellation.ts'
import type { Span } from '@hourspace/domain/slots.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import { graceRule, refundRule } from '#web/features/booking/refund-rule.ts'
import { paths } from '#web/lib/paths.ts'
import { formatDatedSpan } from '#web/lib/times.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { Section } from './space-facts.tsx'

export function SpaceCancellation(props: { space: SpaceDetails; span: Span | null; now: Date }) {
  const { space, span, now } = props
  const policy = space.cancellation_policy
  const terms = span && refundTerms({ policy, startsAt: span.startsAt, bookedAt: now })
  return (
    <Section id="cancellation" title="Cancellation">
      <div className="flex max-w-prose flex-col gap-2">
        <p>
          <span className="block text-sm text-ink-faint">{`Cancellation: ${policy}`}</span>
          <span className="font-semibold">{cancellationPolicies[policy].summary}</span>
        </p>
        {span && terms && (
          <p className="rounded-control bg-accent-soft px-4 py-3 text-sm">
            <span className="block text-ink-soft">
              If you book {formatDatedSpan(span, space.time_zone)}:
            </span>
            <span className="font-semibold">{refundRule(terms, space.time_zone, now)}</span>
            {terms.graceEnd && <span className="block">{graceRule}</span>}
          </p>
        )}
        <p className="text-sm">
          <TextLink to={paths.cancellation()}>How cancellations work</TextLink>
        </p>
      </div>
    </Section>
  )
}

import {
  CalendarDays,
  Clock,
  type LucideIcon,
  MessageCircle,
  ShieldCheck,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { refundTerms } from '@hourspace/domain/cancellation.ts'
import type { Extra } from '@hourspace/domain/extras.ts'
import type { Span } from '@hourspace/domain/slots.ts'
import type { SpaceDetails } from '#web/data/space-details.ts'
import type { Selection } from '#web/features/booking/draft.ts'
import { graceRule, refundRule } from '#web/features/booking/refund-rule.ts'
import { paths } from '#web/lib/paths.ts'
import { formatDay, formatSpan, placeTime } from '#web/lib/times.ts'
import { CoverPicture } from '#web/ui/cover-picture.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { ViewerTime } from '#web/ui/viewer-time.tsx'
import { people, PriceBreakdown } from './price-breakdown.tsx'
import { quoteOf } from './quote-of.ts'

export type Order = {
  space: SpaceDetails
  extras: readonly Extra[]
  selection: Selection
  span: Span
  prices: readonly number[]
}

export function OrderSummary({ order, now }: { order: Order; now: Date }) {
  const { space, selection, span, prices } = order
  const { time_zone: timeZone } = space
  const quote = quoteOf(order)

  return (
    <section aria-labelledby="order-summary" className="flex flex-col gap-4">
      <div className="overflow-hidden rounded-control bg-sunken">
        <div className="flex items-center gap-3 p-3">
          <CoverPicture
            space={space}
            sizes="5rem"
            className="aspect-square size-18 shrink-0 rounded-small"
          />
          <div className="min-w-0">
            <h3 id="order-summary" className="text-lg leading-snug wrap-anywhere">
              {space.title}
            </h3>
            <p className="text-sm text-ink-soft">
              {space.location}, {space.country}
            </p>
          </div>
        </div>
        <ul className="flex flex-col gap-2 border-t border-line px-4 py-3.5 text-sm">
          <Fact icon={CalendarDays}>{formatDay(span.startsAt, timeZone)}</Fact>
          <Fact icon={Clock}>
            {formatSpan(span, timeZone)} ({placeTime(space.location)})
            <ViewerTime span={span} timeZone={timeZone} className="block text-ink-soft" />
          </Fact>
          <Fact icon={Users}>{people(selection.guests)}</Fact>
          {selection.message && (
            <Fact icon={MessageCircle}>
              <span className="line-clamp-3 whitespace-pre-line">{selection.message}</span>
            </Fact>
          )}
        </ul>
      </div>
      <PriceBreakdown quote={quote} prices={prices} startsAt={span.startsAt} timeZone={timeZone} />
      {quote.totalMinor > 0 && <RefundRule order={order} now={now} />}
    </section>
  )
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}

function RefundRule({ order: { space, span }, now }: { order: Order; now: Date }) {
  const terms = refundTerms({
    policy: space.cancellation_policy,
    startsAt: span.startsAt,
    bookedAt: now,
  })
  return (
    <div className="flex items-start gap-2.5 border-t border-line pt-4">
      <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
      <p>
        <strong className="block font-semibold text-balance">
          {refundRule(terms, space, now)}
        </strong>
        {terms.graceEnd && <span className="block text-sm">{graceRule}</span>}
        <TextLink to={paths.cancellation()} target="_blank" className="text-sm">
          Cancellation policy
        </TextLink>
      </p>
    </div>
  )
}

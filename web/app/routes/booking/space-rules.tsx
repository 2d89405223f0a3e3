import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BookingDetails } from '#web/data/booking-details.ts'
import { endedStatuses } from '#web/features/booking/booking-card.tsx'
import { Card } from '#web/ui/card.tsx'

/**
 * Shows the guest the current house rules of the space, and what its price includes. The guest
 * cannot read them on the page of the space if the space is no longer listed.
 */
export function SpaceRules({ booking }: { booking: BookingDetails }) {
  const { house_rules: rules, included } = booking.space
  if (endedStatuses.has(booking.status) || (!rules && included.length === 0)) return null
  return (
    <Card className="divide-y divide-line py-2 sm:py-3">
      {included.length > 0 && (
        <Fold title="Included in the price">
          <ul className="grid list-disc gap-x-6 gap-y-2 pl-5 text-ink-soft wrap-anywhere marker:text-ink-faint sm:grid-cols-2">
            {included.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Fold>
      )}
      {rules && (
        <Fold title="House rules">
          <div className="flex max-w-prose flex-col gap-2 text-ink-soft wrap-anywhere">
            {rules.split(/\n+/).map((rule, index) => (
              // Rules have no ids, and a host may write the same line twice.
              <p key={index}>{rule}</p>
            ))}
          </div>
        </Fold>
      )}
    </Card>
  )
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-2 py-2 hover:text-accent-ink [&::-webkit-details-marker]:hidden">
        <h2 className="text-xl">{title}</h2>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-faint group-open:rotate-180" />
      </summary>
      <div className="pt-1 pb-4">{children}</div>
    </details>
  )
}

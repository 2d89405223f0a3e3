import { useQuery } from '@tanstack/react-query'
import { billingDetails } from '#web/data/billing-details.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BillingForm } from './billing-form.tsx'

export function BillingCard({ userId, isHost }: { userId: string; isHost: boolean }) {
  const details = useQuery(billingDetails(userId))
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 id="invoices" className="text-xl">
          Invoice details
        </h2>
        <p className="text-sm text-ink-soft">
          They appear on new invoices{isHost ? ' to your guests and' : ''} from your bookings.
          Invoices that exist already stay as they are.
        </p>
      </div>
      <QueryError query={details} fallback="Failed to fetch your invoice details" />
      {details.data && <BillingForm userId={userId} isHost={isHost} details={details.data} />}
      {!details.data && !details.error && <Skeleton className="h-80 rounded-control" />}
    </Card>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatMinor } from '@hourspace/domain/money.ts'
import { adminKeys } from '#web/data/admin-bookings.ts'
import {
  reconciliation,
  type Difference,
  type HeldPayout,
  type HeldPayoutAction,
  type ReconciliationRun,
} from '#web/data/reconciliation.ts'
import { focusAfterDecision } from '#web/features/administration/focus-after-decision.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { lazy } from '#web/lib/lazy.ts'
import { paths } from '#web/lib/paths.ts'
import { formatMoment } from '#web/lib/times.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'

const headingId = 'reconciliation'

const RepairDialog = lazy(() => import('./repair-dialog.tsx'))
const HeldDialog = lazy(() => import('./held-dialog.tsx'))

export function Reconciliation({ adminId }: { adminId: string }) {
  const found = useQuery(reconciliation(adminId))
  const { runs, differences = [], repairs = [], held = [] } = found.data ?? {}
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <h2 id={headingId} tabIndex={-1} className="text-2xl outline-none">
        Comparison with Stripe
      </h2>
      <QueryError query={found} fallback="Failed to fetch the comparison with Stripe" />
      {!runs && !found.error && <Skeleton className="h-40 rounded-card" />}
      {runs?.length === 0 && (
        <EmptyState isCompact icon={Scale} title="Not compared yet">
          Every night the ledger is compared with Stripe. Differences appear here.
        </EmptyState>
      )}
      {differences.length + held.length > 0 && (
        <Card flush>
          <ul className="divide-y divide-line">
            {differences.map((difference) => (
              <DifferenceRow key={difference.id} difference={difference} />
            ))}
            {held.map((payout) => (
              <HeldRow key={payout.id} payout={payout} adminId={adminId} />
            ))}
          </ul>
        </Card>
      )}
      {runs && runs.length > 0 && (
        <div className="grid gap-4 lg:grid-cols-2">
          <Runs runs={runs} />
          <Card className="flex flex-col gap-3">
            <h3 className="text-lg">Corrections</h3>
            {repairs.length === 0 && (
              <p className="text-sm text-ink-soft">No admin has corrected the ledger.</p>
            )}
            <ul className="divide-y divide-line text-sm">
              {repairs.map(({ id, movement, stripe_id, repaired_at, repair_reason, admin }) => (
                <li key={id} className="py-2 wrap-anywhere">
                  <p className="font-semibold">
                    {movementNames[movement] ?? movement} {stripe_id}
                  </p>
                  <p>{repair_reason}</p>
                  <p className="text-ink-soft">
                    {admin?.full_name ?? 'A former admin'},{' '}
                    {formatMoment(new Date(repaired_at), 'UTC')} UTC
                  </p>
                </li>
              ))}
            </ul>
          </Card>
        </div>
      )}
    </section>
  )
}

const movementNames: Partial<Record<string, string>> = {
  charge: 'Charge',
  refund: 'Refund',
  refund_failed: 'Returned refund',
  transfer: 'Transfer',
  transfer_reversed: 'Reversed transfer',
  dispute: 'Dispute',
  dispute_won: 'Won dispute',
  balance: 'Balance in',
  bank_payout: 'Payout to your bank',
  bank_payout_failed: 'Returned payout to your bank',
}

function DifferenceRow({ difference }: { difference: Difference }) {
  const { kind, movement, stripe_id, booking_id, currency } = difference
  const money = (minor: number) => formatMinor(minor, currency)
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const name = `${movementNames[movement] ?? movement.replaceAll('_', ' ')} ${stripe_id}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 text-sm sm:px-5">
      <div className="min-w-0 grow basis-72">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-ink-soft">
          {explanations[kind]} Stripe {money(difference.stripe_minor)}, ledger{' '}
          {money(difference.ledger_minor)}.{' '}
          {booking_id && <TextLink to={paths.adminBooking(booking_id)}>Open booking</TextLink>}
        </p>
      </div>
      <Button size="small" variant="secondary" onPress={() => setOpen(true)}>
        Correct the ledger
        <span className="sr-only"> for {name}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <RepairDialog
            difference={difference}
            name={name}
            onClose={() => setOpen(false)}
            onRepaired={() => {
              setOpen(false)
              showToast({ title: 'Ledger corrected', tone: 'success' })
              void queryClient.invalidateQueries().then(() => focusAfterDecision(headingId))
            }}
          />
        </Suspense>
      )}
    </li>
  )
}

const explanations: Record<Difference['kind'], string> = {
  missing_in_ledger: 'Only Stripe has this movement.',
  missing_at_stripe: 'Only the ledger has this movement.',
  amount: 'The amounts differ.',
  balance: 'The sums differ by more than the other differences explain.',
}

function HeldRow({ payout, adminId }: { payout: HeldPayout; adminId: string }) {
  const { held_minor, currency, booking } = payout
  const [action, setAction] = useState<HeldPayoutAction>()
  const queryClient = useQueryClient()
  const about = <span className="sr-only"> for {booking.space.title}</span>
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 text-sm sm:px-5">
      <div className="min-w-0 grow basis-72">
        <p className="font-semibold">
          A transfer was reversed in Stripe:{' '}
          <TextLink to={paths.adminBooking(booking.id)}>{booking.space.title}</TextLink>
        </p>
        <p className="text-ink-soft">
          The host still gets {formatMinor(held_minor, currency)}. The payout waits for your
          decision.
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" variant="secondary" onPress={() => setAction('send_again')}>
          Send again{about}
        </Button>
        <Button size="small" variant="secondary" onPress={() => setAction('keep')}>
          Keep the money{about}
        </Button>
      </div>
      {action && (
        <Suspense>
          <HeldDialog
            payout={payout}
            action={action}
            onClose={() => setAction(undefined)}
            onDecided={() => {
              setAction(undefined)
              void queryClient.invalidateQueries({ queryKey: adminKeys.statistics(adminId) })
              void queryClient
                .invalidateQueries(reconciliation(adminId))
                .then(() => focusAfterDecision(headingId))
            }}
          />
        </Suspense>
      )}
    </li>
  )
}

function Runs({ runs }: { runs: readonly ReconciliationRun[] }) {
  return (
    <Card className="flex flex-col gap-3">
      <h3 className="text-lg">Last runs</h3>
      <ul className="divide-y divide-line text-sm">
        {runs.map(({ id, started_at, finished_at, checked, replayed, drift }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span>
              {formatMoment(new Date(started_at), 'UTC')} UTC
              <span className="block text-ink-soft">
                {checked} movements compared
                {replayed > 0 && `, ${replayed} missed events processed`}
              </span>
            </span>
            {!finished_at ? (
              <Badge tone="caution">Not finished</Badge>
            ) : drift === 0 ? (
              <Badge tone="success">No difference</Badge>
            ) : (
              <Badge tone="danger">
                {drift} {drift === 1 ? 'difference' : 'differences'}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

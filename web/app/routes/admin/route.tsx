import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { Currency } from '@hourspace/domain/money.ts'
import { adminKeys } from '#web/data/admin-bookings.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { focusAfterDecision } from '#web/features/administration/focus-after-decision.ts'
import { lazy } from '#web/lib/lazy.ts'
import { useIsNear } from '#web/lib/use-is-near.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ConversationLog, ReportedConversations } from './conversations.tsx'
import { FeeTable } from './fee-table.tsx'
import { Attention, Balance } from './money-section.tsx'
import { Newsletter } from './newsletter.tsx'
import { ProblemHistory, Problems } from './problems.tsx'
import { Reconciliation } from './reconciliation.tsx'
import { ReportedReviews } from './reported-reviews.tsx'
import { Reports } from './reports.tsx'
import { SpaceTypes } from './space-types.tsx'
import { StatisticsTiles } from './statistics-tiles.tsx'
import { currenciesOf, monthlyFees, platformMoney, platformStatistics } from './statistics.ts'
import { WorkList } from './work-list.tsx'

/** Loads the charts on scroll, because their library is as large as the rest of the page. */
const Charts = lazy(() => import('./charts.tsx'))

export const meta = staticMeta({
  title: 'Platform Analytics',
  description: 'Bookings, revenue and fees across the platform.',
  path: paths.admin(),
  noindex: true,
})

export default function Admin() {
  const admin = useRequiredAdmin()
  const [query, setQuery] = useSearchParams()
  const statistics = useQuery({
    queryKey: [...adminKeys.statistics(admin?.id), 'counts'],
    queryFn: async () => platformStatistics(await browserClient()),
    enabled: admin !== null,
  })
  const books = useQuery({
    queryKey: [...adminKeys.statistics(admin?.id), 'money'],
    queryFn: async () => platformMoney(await browserClient()),
    enabled: admin !== null,
  })
  async function refreshAttention() {
    const { data } = await books.refetch()
    const { refunds = [], payouts = [], disputes = [] } = data ?? {}
    focusAfterDecision('attention', refunds.length + payouts.length + disputes.length)
  }

  const { counts, types = [] } = statistics.data ?? {}
  const currencies = statistics.data ? currenciesOf(statistics.data.revenue, books.data?.money) : []
  const requested = query.get('currency')
  const currency = currencies.find((code) => code === requested) ?? currencies[0]
  const revenue = statistics.data?.revenue.find((row) => row.currency === currency)
  const money = books.data?.money.find((row) => row.currency === currency)

  return (
    <div className="page flex min-h-[65dvh] flex-col gap-8 py-8 sm:gap-10 sm:py-10">
      <h1 className="text-3xl">Platform Analytics</h1>
      {admin && <WorkList adminId={admin.id} money={books} />}
      {books.data && <Attention {...books.data} onSettled={() => void refreshAttention()} />}
      {admin && (
        <>
          <Problems adminId={admin.id} />
          <Reports adminId={admin.id} />
          <ReportedReviews adminId={admin.id} />
          <ReportedConversations adminId={admin.id} />
        </>
      )}
      <section aria-labelledby="statistics" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h2 id="statistics" className="text-2xl">
            Key figures
          </h2>
          {currency && currencies.length > 1 && (
            <div className="w-32">
              <NativeSelect
                label="Currency"
                options={currencies.map((id) => ({ id, label: id }))}
                value={currency}
                onChange={(id) =>
                  setQuery({ currency: id }, { replace: true, preventScrollReset: true })
                }
              />
            </div>
          )}
        </div>
        <QueryError query={statistics} fallback="Failed to fetch statistics" />
        {!counts && !statistics.error && <WaitingTiles />}
        {counts && (
          <StatisticsTiles counts={counts} currency={currency ?? 'USD'} revenue={revenue} />
        )}
      </section>
      {counts && !revenue && (currency ?? !books.isPending) && (
        <EmptyState
          icon={ChartColumn}
          title={currency ? `No confirmed bookings in ${currency}` : 'No bookings yet'}
        >
          {currency
            ? 'Twelve months of fees and charts appear here. They leave out cancelled bookings.'
            : 'After the first booking you’ll see twelve months of fees and charts here.'}
        </EmptyState>
      )}
      {admin && currency && revenue && (
        <Monthly currency={currency} types={types} adminId={admin.id} />
      )}
      <QueryError query={books} fallback="Failed to fetch the platform balance" />
      {money && currency && <Balance money={money} currency={currency} />}
      {admin && <Reconciliation adminId={admin.id} />}
      {admin && <ProblemHistory adminId={admin.id} />}
      {admin && <ConversationLog adminId={admin.id} />}
      {admin && <Newsletter adminId={admin.id} />}
      {admin && counts && (
        <SpaceTypes adminId={admin.id} counts={types} onChanged={() => void statistics.refetch()} />
      )}
    </div>
  )
}

function Monthly(props: {
  adminId: string
  currency: Currency
  types: Parameters<typeof Charts>[0]['types']
}) {
  const { adminId, currency, types } = props
  const monthly = useQuery({
    queryKey: [...adminKeys.statistics(adminId), 'monthly', currency],
    queryFn: async () => monthlyFees(await browserClient(), currency),
  })
  const { ref, isNear } = useIsNear('200px')
  if (monthly.error)
    return <QueryError query={monthly} fallback="Failed to fetch monthly statistics" />
  const { data } = monthly
  return (
    <>
      {data ? (
        <FeeTable rows={data} currency={currency} />
      ) : (
        <Skeleton className="h-150 rounded-card" />
      )}
      <section ref={ref} aria-labelledby="charts" className="flex flex-col gap-4">
        <h2 id="charts" className="text-2xl">
          The last twelve months
        </h2>
        {data && isNear ? (
          <Suspense fallback={<WaitingCharts />}>
            <Charts months={data} currency={currency} types={types} />
          </Suspense>
        ) : (
          <WaitingCharts />
        )}
      </section>
    </>
  )
}

function WaitingTiles() {
  return (
    <>
      <output className="sr-only">Loading statistics</output>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-32 rounded-card" />
        ))}
      </div>
    </>
  )
}

function WaitingCharts() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="h-86 rounded-card" />
      ))}
    </div>
  )
}

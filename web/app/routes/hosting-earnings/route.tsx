import { CalendarClock, Coins, Hourglass, Landmark, Wallet } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { company } from '@hourspace/domain/company.ts'
import { type Currency, formatMoney } from '@hourspace/domain/money.ts'
import { earningsOfYear, earningTotals, type EarningTotal } from '#web/data/earnings.ts'
import { listingFacts, type NextPayout, nextPayouts } from '#web/data/hosting-today.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { type PayoutAccountState, usePayoutAccount } from '#web/features/hosting/payout-account.ts'
import { PayoutCard } from '#web/features/hosting/payout-card.tsx'
import { payoutWait } from '#web/features/hosting/payouts.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Tile } from '#web/ui/tile.tsx'
import { MonthlyChart } from './monthly-chart.tsx'
import { PayoutList } from './payout-list.tsx'
import { onItsWayNote } from './payout-state-text.ts'
import { SpaceTable } from './space-table.tsx'
import { Statement } from './statement.tsx'
import { currenciesOf, sumOf, yearsSince } from './sums.ts'

export function loader() {
  return { renderedAt: new Date() }
}

/** Skips the loader, because its data does not depend on the year in the URL. */
export const shouldRevalidate = () => false

export const meta = staticMeta({
  title: 'Earnings',
  description: `What your spaces on ${company.name} earn, and when you are paid.`,
  path: paths.hostingEarnings(),
  noindex: true,
})

export default function HostingEarnings({ loaderData }: { loaderData: { renderedAt: Date } }) {
  const user = useUserOrSignIn()
  const thisYear = loaderData.renderedAt.getUTCFullYear()
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('year'))
  const totals = useQuery(earningTotals(user?.id))
  const years = yearsSince(totals.data ?? [], thisYear)
  const year = years.includes(asked) ? asked : thisYear
  const months = useQuery(earningsOfYear(user?.id, year))
  const listings = useQuery(listingFacts(user?.id))
  const payouts = useQuery(nextPayouts(user?.id))
  const account = usePayoutAccount(user?.id)
  const now = useNow(loaderData.renderedAt)
  const hasNone = totals.data?.length === 0
  const failure = totals.error ?? months.error

  function reload() {
    void totals.refetch()
    void months.refetch()
  }

  return (
    <section className="page flex min-h-[65dvh] flex-col gap-8 py-8 sm:gap-10 sm:py-10">
      <h1 className="text-3xl">Earnings</h1>
      {failure && (
        <RetryBanner
          message={messageOf(failure, 'Your earnings could not be loaded')}
          onRetry={reload}
        />
      )}
      {!failure && (!totals.data || (hasNone && listings.isPending)) && <Waiting />}
      {hasNone && !listings.isPending && (
        <EmptyState
          icon={Wallet}
          title="No earnings yet"
          action={
            listings.data?.length === 0 ? (
              <LinkButton to={paths.createListing()}>Create Listing</LinkButton>
            ) : (
              <LinkButton to={paths.myListings()}>Go to your listings</LinkButton>
            )
          }
        >
          What guests pay for your spaces appears here. You are paid 24 hours after each booking
          ends.
        </EmptyState>
      )}
      {hasNone && !!listings.data?.length && account.data !== 'ready' && (
        <PayoutCard account={account} userId={user?.id} />
      )}
      {totals.data && totals.data.length > 0 && (
        <>
          <Totals totals={totals.data} account={account.data} payouts={payouts.data} />
          <PayoutCard account={account} userId={user?.id} />
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 className="text-2xl">By year</h2>
            <div className="w-32">
              <NativeSelect
                label="Year"
                value={String(year)}
                onChange={(chosen) =>
                  setParams(chosen === String(thisYear) ? {} : { year: chosen }, {
                    preventScrollReset: true,
                  })
                }
                options={years.map((option) => ({ id: String(option), label: String(option) }))}
              />
            </div>
          </div>
          {months.data ? (
            <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <MonthlyChart year={year} months={months.data} now={now} />
              <SpaceTable year={year} months={months.data} />
            </div>
          ) : (
            !failure && <Skeleton className="h-72 rounded-card" />
          )}
          <PayoutList
            key={year}
            hostId={user?.id}
            year={year}
            hasUpcoming={totals.data.some(
              ({ state, first_due_at }) =>
                state === 'upcoming' && Number(first_due_at.slice(0, 4)) <= year,
            )}
            account={account.data}
            now={now}
          />
          <Statement year={year} />
        </>
      )}
    </section>
  )
}

function Totals(props: {
  totals: readonly EarningTotal[]
  account: PayoutAccountState | undefined
  payouts: readonly NextPayout[] | undefined
}) {
  const { totals, account, payouts } = props
  const of = (...states: EarningTotal['state'][]) =>
    totals.filter(({ state }) => states.includes(state))
  const owed = totals.filter((total) => total.owed > 0)
  const currencies = currenciesOf(totals)
  const isWaiting = account !== undefined && payoutWait(account) !== null
  const condition = !isWaiting
    ? ''
    : account === 'not_connected'
      ? ', once your payout account is connected'
      : ', once your payouts are ready'
  const amounts = (rows: readonly { currency: Currency; earned: number }[]) => (
    <Amounts rows={rows} currencies={currencies} />
  )
  return (
    <section aria-labelledby="all-time" className="flex flex-col gap-4">
      <h2 id="all-time" className="text-2xl">
        All time
      </h2>
      <dl className="grid gap-3 min-[18rem]:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        <Tile
          icon={CalendarClock}
          label="Upcoming"
          value={amounts(of('upcoming'))}
          note={bookingsText(of('upcoming'))}
        />
        <Tile
          icon={Hourglass}
          label="On its way"
          value={amounts(of('in_transit'))}
          note={onItsWayNote(totals, account, payouts)}
        />
        <Tile
          icon={Landmark}
          label="Paid out"
          value={amounts(of('paid'))}
          note={bookingsText(of('paid'))}
        />
        <Tile
          icon={Coins}
          label="Owed from refunds"
          value={amounts(owed.map((total) => ({ ...total, earned: total.owed })))}
          note={owed.length > 0 ? 'Deducted from your next payouts' : 'Nothing to deduct'}
        />
      </dl>
      <p className="text-sm text-ink-soft">
        All amounts are your share after commission, including what you keep from cancelled
        bookings. We send it 24 hours after a booking ends
        {condition}; it reaches your bank 3 to 5 business days later. Each booking page has its
        invoices. Change the name and tax number on them in your{' '}
        <TextLink to={`${paths.profile()}#invoices`}>invoice details</TextLink>.
      </p>
    </section>
  )
}

/** Renders one line per currency, because amounts in different currencies cannot be added. */
function Amounts(props: {
  rows: readonly { currency: Currency; earned: number }[]
  currencies: readonly Currency[]
}) {
  const groups = props.currencies
    .map((currency) => ({
      currency,
      rows: props.rows.filter((row) => row.currency === currency),
    }))
    .filter(({ rows }) => rows.length > 0)
  if (groups.length === 0) return <>—</>
  return (
    <>
      {groups.map(({ currency, rows }) => (
        <span key={currency} className="block not-first:text-base not-first:text-ink-soft">
          {formatMoney(sumOf(rows, currency), currency)}
        </span>
      ))}
    </>
  )
}

function bookingsText(totals: readonly EarningTotal[]): string {
  const count = totals.reduce((sum, { bookings }) => sum + bookings, 0)
  return `${count} ${count === 1 ? 'booking' : 'bookings'}`
}

function Waiting() {
  return (
    <div className="flex flex-col gap-6">
      <output className="sr-only">Loading your earnings</output>
      <div className="grid gap-3 min-[18rem]:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-28 rounded-card" />
        ))}
      </div>
      <Skeleton className="h-72 rounded-card" />
    </div>
  )
}

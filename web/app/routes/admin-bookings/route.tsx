import type { Route } from './+types/route'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { CalendarX2, Download, SearchX } from 'lucide-react'
import type { BookingStatus } from '@hourspace/domain/booking-states.ts'
import { allBookings, foundBookings } from '#web/data/find-bookings.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { monthName } from '#web/features/administration/month-name.ts'
import { linkId, WaitingRecords } from '#web/features/administration/record-table.tsx'
import { SearchScreen, useListSearch } from '#web/features/administration/search-screen.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { saveCsv } from '#web/lib/save-csv.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { BookingList } from './booking-list.tsx'
import { bookingsAsCsv, csvName, monthOf, monthsUntil } from './bookings-of-month.ts'

export function loader() {
  return { renderedAt: new Date() }
}

/** Skips the loader, because its data does not depend on the search in the URL. */
export const shouldRevalidate = () => false

export const meta = staticMeta({
  title: 'All bookings',
  description: 'Find a booking by person, email, number, Stripe ID or space.',
  path: paths.adminBookings(),
  noindex: true,
})

const all = 'all'

const chips: readonly { id: BookingStatus | typeof all; label: string }[] = [
  { id: all, label: 'All' },
  { id: 'confirmed', label: 'Confirmed' },
  { id: 'requested', label: 'Requested' },
  { id: 'cancelled', label: 'Cancelled' },
  { id: 'declined', label: 'Declined' },
  { id: 'expired', label: 'Expired' },
]

export default function AdminBookings({ loaderData }: Route.ComponentProps) {
  const admin = useRequiredAdmin()
  const now = useNow(loaderData.renderedAt)
  const { search, params, field, change } = useListSearch()
  const chip = chips.find(({ id }) => id === params.get('status'))?.id ?? all
  const status = chip === all ? null : chip
  const month = monthOf(params.get('month'))
  const filter = { text: search, status, month }
  const query = foundBookings(admin?.id, filter)
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
  const isFiltered = search !== '' || status !== null || month !== null
  const download = useMutation({
    mutationFn: async () => saveCsv(bookingsAsCsv(await allBookings(filter)), csvName(filter)),
  })

  return (
    <SearchScreen
      title="Bookings"
      noun="booking"
      placeholder="Name, email, space or any ID"
      field={field}
      filters={
        <>
          <FilterChips
            label="Show bookings"
            name="status"
            options={chips}
            value={chip}
            onChange={(id) => change('status', id === all ? null : id)}
            required
          />
          <div className="flex flex-wrap items-center gap-3">
            <NativeSelect
              label="Month"
              className="w-full sm:w-56"
              options={[
                { id: '', label: 'All months' },
                ...monthsUntil(now, month).map((id) => ({ id, label: monthName(id) })),
              ]}
              value={month ?? ''}
              onChange={(id) => change('month', id || null)}
            />
            {month && (
              <>
                <Button
                  variant="secondary"
                  isPending={download.isPending}
                  pendingText="Preparing..."
                  onPress={() => download.mutate()}
                >
                  <Download aria-hidden className="size-5" />
                  Download CSV
                </Button>
                <p className="text-sm text-ink-soft">
                  Months begin and end in UTC; a booking counts in the month it was made.
                </p>
              </>
            )}
          </div>
          <AlertText>
            {download.error && messageOf(download.error, 'The CSV could not be created')}
          </AlertText>
        </>
      }
      list={list}
      focusIdOf={linkId}
      waiting={<WaitingRecords count={6} height="h-36" />}
      empty={
        <EmptyState
          icon={isFiltered ? SearchX : CalendarX2}
          title={isFiltered ? nothingFound(filter) : 'No bookings yet'}
          action={
            isFiltered && (
              <LinkButton to={paths.adminBookings()} variant="secondary">
                Show all bookings
              </LinkButton>
            )
          }
        >
          {isFiltered
            ? 'Paste a link, an email or a whole ID, or try fewer words of a name.'
            : 'Each booking and each request of a guest appears here.'}
        </EmptyState>
      }
    >
      {(rows) => <BookingList rows={rows} now={now} />}
    </SearchScreen>
  )
}

const nothingFound = (filter: {
  text: string
  status: BookingStatus | null
  month: string | null
}) =>
  [
    `No ${filter.status ?? ''} booking`.replace('  ', ' '),
    filter.month && `of ${monthName(filter.month)}`,
    filter.text && `matches “${filter.text}”`,
  ]
    .filter(Boolean)
    .join(' ')

import type { Route } from './+types/route'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CalendarX2, SearchX } from 'lucide-react'
import type { BookingStatus } from '@hourspace/domain/booking-states.ts'
import { foundBookings } from '#web/data/find-bookings.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { SearchScreen, useListSearch } from '#web/features/administration/search-screen.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { BookingList, linkId, WaitingList } from './booking-list.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

/** Skips the loader, because its data does not depend on the search in the URL. */
export const shouldRevalidate = () => false

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'All bookings',
      description: 'Find a booking by person, email, number, Stripe ID or space.',
      path: paths.adminBookings(),
      noindex: true,
    },
    matches,
  )
}

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
  const query = foundBookings(admin?.id, { text: search, status })
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
  const isFiltered = search !== '' || status !== null

  return (
    <SearchScreen
      title="Bookings"
      noun="booking"
      placeholder="Name, email, space or any ID"
      field={field}
      filters={
        <FilterChips
          label="Show bookings"
          name="status"
          options={chips}
          value={chip}
          onChange={(id) => change('status', id === all ? null : id)}
          required
        />
      }
      list={list}
      focusIdOf={linkId}
      waiting={<WaitingList />}
      empty={
        <EmptyState
          icon={isFiltered ? SearchX : CalendarX2}
          title={isFiltered ? nothingFound(search, status) : 'No bookings yet'}
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

const nothingFound = (search: string, status: BookingStatus | null) =>
  [`No ${status ?? ''} booking`.replace('  ', ' '), search && `matches “${search}”`]
    .filter(Boolean)
    .join(' ')

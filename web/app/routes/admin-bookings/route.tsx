import type { Route } from './+types/route'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CalendarX2, SearchX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { BookingStatus } from '@hourspace/domain/booking-states.ts'
import { foundBookings } from '#web/data/find-bookings.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { useNow } from '#web/features/booking/use-now.ts'
import { QueryError } from '#web/features/shell/query-error.tsx'
import { useSearchText } from '#web/features/spaces/use-search-text.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { BookingList, linkId, WaitingList } from './booking-list.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

/** Skips the loader, which does not depend on the search in the URL. */
export const shouldRevalidate = () => false

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'All bookings',
      description: 'Find a booking by person, email, number, Stripe id or space.',
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
  const focus = useFocusWhenRendered()
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const chip = chips.find(({ id }) => id === params.get('status'))?.id ?? all
  const status = chip === all ? null : chip
  const { text, setText, flush } = useSearchText(search, (words) => change('q', words, true))
  const query = foundBookings(admin?.id, { text: search, status })
  const list = useInfiniteQuery({ ...query, placeholderData: keepPreviousData })
  const rows = list.data?.pages.flatMap((page) => page.rows)
  const isFiltered = search !== '' || status !== null

  function change(name: string, value: string | null, replace = false) {
    // Reads the URL, because a chip pressed a moment ago may not be rendered yet.
    const after = new URLSearchParams(location.search)
    if (value) after.set(name, value)
    else after.delete(name)
    setParams(after, { replace, preventScrollReset: true })
  }

  async function showMore() {
    const { data, isError } = await list.fetchNextPage()
    const first = data?.pages.at(-1)?.rows[0]
    if (first && !isError) focus(linkId(first.id), { preventScroll: true })
  }

  return (
    <div className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <h1 className="text-3xl">Bookings</h1>
      <div className="flex flex-col gap-3">
        <SearchField
          label="Find a booking"
          placeholder="Name, email, number, Stripe id or space"
          name="q"
          value={text}
          onChange={setText}
          onSubmit={flush}
          autoComplete="off"
          spellCheck={false}
          className="max-w-2xl"
        />
        <FilterChips
          label="Show bookings"
          name="status"
          options={chips}
          value={chip}
          onChange={(id) => change('status', id === all ? null : id)}
          required
        />
      </div>
      {!list.data && <QueryError query={list} fallback="Failed to fetch bookings" />}
      {!rows && !list.error && <WaitingList />}
      {rows && <output className="sr-only">{countText(rows.length, list.hasNextPage)}</output>}
      {rows && rows.length > 0 && <BookingList rows={rows} now={now} />}
      {rows?.length === 0 && (
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
            ? 'Paste a link, an email or a whole id, or try fewer words of a name.'
            : 'Each booking and each request of a guest appears here.'}
        </EmptyState>
      )}
      <ShowMore
        hasMore={list.hasNextPage}
        isPending={list.isFetchingNextPage}
        onPress={() => void showMore()}
        error={
          list.data && list.error ? messageOf(list.error, 'Failed to fetch bookings') : undefined
        }
      />
    </div>
  )
}

const countText = (count: number, hasMore: boolean) =>
  `${count}${hasMore ? ' or more' : ''} ${count === 1 ? 'booking' : 'bookings'}`

const nothingFound = (search: string, status: BookingStatus | null) =>
  [`No ${status ?? ''} booking`.replace('  ', ' '), search && `matches “${search}”`]
    .filter(Boolean)
    .join(' ')

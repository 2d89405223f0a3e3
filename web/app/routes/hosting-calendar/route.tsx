import { parseDate, startOfMonth } from '@internationalized/date'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarPlus, CalendarSync, Store } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { weekOf } from '@hourspace/domain/slots.ts'
import type { Route } from './+types/route'
import { calendarSpaces, hostCalendar, weekSlots } from '#web/data/host-calendar.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { lazy } from '#web/lib/lazy.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { dateOf } from '#web/lib/times.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useViewerZone } from '#web/ui/viewer-time.tsx'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import { daysFrom, earliestToday, spacesWith } from './day-entries.ts'
import { Month, monthDays } from './month.tsx'
import { SpaceDays } from './space-days.tsx'
import { useBlocks } from './use-blocks.ts'

const BlockDialog = lazy(() => import('./block-dialog.tsx'))
const SpaceWeek = lazy(() => import('./space-week.tsx'))

export function loader() {
  return { renderedAt: new Date() }
}

export const shouldRevalidate = () => false

export const meta = staticMeta({
  title: 'Calendar',
  description: 'Bookings and blocked times of your spaces.',
  path: paths.hostingCalendar(),
  noindex: true,
})

export default function HostingCalendar({ loaderData }: Route.ComponentProps) {
  const user = useUserOrSignIn()
  const now = useNow(loaderData.renderedAt)
  const viewerZone = useViewerZone() ?? 'UTC'
  const [search] = useSearchParams()
  const [blocking, setBlocking] = useState<{ spaceId: string; date: string } | null>(null)

  const today = dateOf(now, viewerZone)
  const month = dateIn(search, 'month')
  const week = dateIn(search, 'week')
  const spaces = useQuery(calendarSpaces(user?.id))
  // Ignores the id of a deleted space, because the page would show nothing.
  const chosen = spaces.data?.find(({ id }) => id === search.get('space'))?.id ?? null
  const zones = (spaces.data ?? [])
    .filter(({ id, archived_at }) => (chosen ? id === chosen : !archived_at))
    .map(({ time_zone }) => time_zone)
  const firstDay = earliestToday(now, [viewerZone, ...zones])
  const from = dateIn(search, 'from') ?? firstDay
  const sevenDays = week ? weekOf(week) : daysFrom(from)
  const days = month ? monthDays(month) : sevenDays
  const [first = today] = days
  const last = days.at(-1) ?? today
  const entries = useQuery({
    ...hostCalendar(user?.id, first, last),
    placeholderData: keepPreviousData,
  })
  const listed = spaces.data && spacesWith(entries.data ?? [], spaces.data, chosen)
  const shown = listed?.filter(({ id }) => !chosen || id === chosen)
  const [only] = shown ?? []
  const slots = useQuery({
    ...weekSlots(user?.id, only?.id ?? '', first, last),
    enabled: !month && shown?.length === 1,
    // While slots load, keeps the slots of the previous week, but not those of another space.
    placeholderData: (before, query) => (query?.queryKey.includes(only?.id) ? before : undefined),
  })
  // True while the entries or hours of the displayed days load. Until then, the calendar shows no
  // entries, or those of the previously displayed days.
  const isLoading = [entries, slots].some(
    ({ isFetching, isPending, isPlaceholderData }) =>
      isFetching && (isPending || isPlaceholderData),
  )
  // Hides the calendar if loading failed, because without entries every hour would look free.
  const hasFailed = [entries, slots].some(({ isLoadingError }) => isLoadingError)
  const start = month ? startOfMonth(parseDate(month)).toString() : first
  const { block, unblock, annotate } = useBlocks(user?.id, shown)

  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Calendar</h1>
        {listed?.[0] && (
          <Button
            onPress={() =>
              setBlocking({
                spaceId: shown?.[0]?.id ?? '',
                date: start > today ? start : today,
              })
            }
            isDisabled={!shown?.length}
          >
            <CalendarPlus aria-hidden className="size-5" />
            Block dates
          </Button>
        )}
      </div>
      <QueryError query={spaces} fallback="Failed to fetch your listings" />
      <QueryError query={entries} fallback="Failed to fetch your calendar" />
      <QueryError query={slots} fallback="Failed to fetch the hours of this space" />
      {listed?.length === 0 && !entries.isPending && (
        <NoSpace hasArchived={spaces.data !== undefined && spaces.data.length > 0} />
      )}
      {spaces.isPending && <Skeleton className="h-80 rounded-card" />}
      {shown && listed && listed.length > 0 && (
        <>
          <CalendarToolbar
            today={firstDay}
            month={month}
            day={week ?? from}
            first={first}
            last={last}
            spaces={listed}
          />
          <div
            hidden={hasFailed}
            aria-busy={isLoading}
            className={cx(
              'flex flex-col gap-6 transition-opacity duration-150',
              isLoading && 'opacity-50',
            )}
          >
            {month && <Month month={month} spaces={shown} entries={entries.data ?? []} now={now} />}
            {!month && only && shown.length === 1 && (
              <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
                <SpaceWeek
                  key={only.id}
                  space={only}
                  days={days}
                  entries={entries.data ?? []}
                  slots={slots.data ?? []}
                  now={now}
                  isLoading={isLoading}
                  isPending={block.isPending || unblock.isPending}
                  onBlock={block.mutateAsync}
                  onUnblock={unblock.mutateAsync}
                  onNote={annotate.mutateAsync}
                />
              </Suspense>
            )}
            {!month &&
              shown.length > 1 &&
              shown.map((space) => (
                <SpaceDays
                  key={space.id}
                  space={space}
                  days={days}
                  entries={entries.data ?? []}
                  now={now}
                  onBlock={(date) => setBlocking({ spaceId: space.id, date })}
                  onUnblock={unblock.mutate}
                />
              ))}
          </div>
          {only && shown.length === 1 && (
            <p>
              <TextLink
                to={paths.hostingCalendars(only.id)}
                className="inline-flex min-h-11 items-center gap-2 text-sm"
              >
                <CalendarSync aria-hidden className="size-4" />
                Import or export a calendar
              </TextLink>
            </p>
          )}
        </>
      )}
      {blocking && listed && (
        <Suspense>
          <BlockDialog
            {...blocking}
            spaces={listed}
            onClose={() => setBlocking(null)}
            onBlock={block.mutateAsync}
          />
        </Suspense>
      )}
    </section>
  )
}

function NoSpace({ hasArchived }: { hasArchived: boolean }) {
  if (hasArchived)
    return (
      <EmptyState
        icon={Store}
        title="No open listings"
        action={<LinkButton to={paths.myListings()}>My Listings</LinkButton>}
      >
        All your listings are archived. Restore one to see its calendar here.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={Store}
      title="List your first space"
      action={<LinkButton to={paths.createListing()}>Create Listing</LinkButton>}
    >
      Its bookings and blocked times will appear here.
    </EmptyState>
  )
}

/** Returns the date in a URL parameter; null if it is missing or invalid. */
function dateIn(search: URLSearchParams, name: string): string | null {
  const text = search.get(name) ?? ''
  try {
    return parseDate(text).toString()
  } catch {
    return null
  }
}

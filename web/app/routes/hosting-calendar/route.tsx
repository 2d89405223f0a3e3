import { parseDate, startOfMonth } from '@internationalized/date'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, CalendarPlus, ChevronLeft, ChevronRight, Clock, Store } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { weekOf } from '@hourspace/domain/slots.ts'
import type { Route } from './+types/route'
import {
  type Block,
  blockTime,
  calendarKey,
  calendarSpaces,
  type CalendarEntry,
  hostCalendar,
  unblockTime,
  weekSlots,
} from '#web/data/host-calendar.ts'
import { watchSpace } from '#web/data/space-live.ts'
import { useUserOrHome } from '#web/features/account/session.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { calendarDay, dateOf, formatDate, formatMonth, zoneCity } from '#web/lib/times.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { chipStyles } from '#web/ui/filter-chips.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useViewerZone } from '#web/ui/viewer-time.tsx'
import { entriesOn, timeOn } from './day-entries.ts'
import { entryText } from './hour-cells.ts'
import { Month, monthDays } from './month.tsx'

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
  const user = useUserOrHome()
  const now = useNow(loaderData.renderedAt)
  const queryClient = useQueryClient()
  const viewerZone = useViewerZone() ?? 'UTC'
  const [search, setSearch] = useSearchParams()
  const [blocking, setBlocking] = useState<{ spaceId: string; date: string } | null>(null)

  const today = dateOf(now, viewerZone)
  const month = dateIn(search, 'month')
  const week = dateIn(search, 'week') ?? today
  const days = month ? monthDays(month) : weekOf(week)
  const [first = today] = days
  const last = days.at(-1) ?? today
  const spaces = useQuery(calendarSpaces(user?.id))
  const entries = useQuery({
    ...hostCalendar(user?.id, first, last),
    placeholderData: keepPreviousData,
  })
  const shown = spaces.data?.filter(({ id }) => !search.get('space') || id === search.get('space'))
  const slots = useQuery({
    ...weekSlots(user?.id, shown?.[0]?.id ?? '', first, last),
    enabled: !month && shown?.length === 1,
    placeholderData: keepPreviousData,
  })
  const reload = () => void queryClient.invalidateQueries({ queryKey: calendarKey(user?.id) })

  const ids = shown?.map(({ id }) => id).join()
  useEffect(() => {
    if (!ids) return
    const queryKey = calendarKey(user?.id)
    const onChange = () => void queryClient.invalidateQueries({ queryKey })
    const watcher = { onTimes: onChange, onSpace: onChange, onListening: onChange }
    const stops = ids.split(',').map((id) => watchSpace(id, watcher))
    return () => stops.forEach((stop) => stop())
  }, [ids, queryClient, user?.id])

  const fail = (error: unknown) =>
    showToast({ tone: 'error', title: messageOf(error, 'Failed to change the block') })
  const restore = useMutation({ mutationFn: blockTime, onSuccess: reload, onError: fail })
  const unblock = useMutation({
    mutationFn: unblockTime,
    onSuccess: (_, block: Block) => {
      reload()
      showToast({
        tone: 'success',
        title: 'Time unblocked',
        action: { label: 'Undo', onPress: () => restore.mutate(block) },
      })
    },
    onError: fail,
  })

  const block = useMutation({
    mutationFn: blockTime,
    onSuccess: (_, blocked) => {
      reload()
      showToast({
        tone: 'success',
        title: 'Hours blocked',
        action: { label: 'Undo', onPress: () => unblock.mutate(blocked) },
      })
    },
  })

  const go = (part: Record<string, string>) =>
    setSearch(
      (before) => {
        const query = new URLSearchParams(before)
        for (const [key, value] of Object.entries(part))
          if (value) query.set(key, value)
          else query.delete(key)
        return query
      },
      { preventScrollReset: true },
    )
  const unit = month ? 'month' : 'week'
  const shift = (steps: number) =>
    month
      ? go({ month: startOfMonth(parseDate(month)).add({ months: steps }).toString() })
      : go({ week: parseDate(first).add({ weeks: steps }).toString() })
  const [only] = shown ?? []

  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-10 sm:py-14">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Calendar</h1>
        {spaces.data?.[0] && (
          <Button
            onPress={() => setBlocking({ spaceId: shown?.[0]?.id ?? '', date: today })}
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
      {spaces.data?.length === 0 && (
        <EmptyState
          icon={Store}
          title="List your first space"
          action={<LinkButton to={paths.createListing()}>Create Listing</LinkButton>}
        >
          Its bookings and blocked times will appear here.
        </EmptyState>
      )}
      {spaces.isPending && <Skeleton className="h-80 rounded-card" />}
      {shown && spaces.data && spaces.data.length > 0 && (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <IconButton icon={ChevronLeft} label={`Previous ${unit}`} onPress={() => shift(-1)} />
            <h2 aria-live="polite" className="text-xl">
              {month
                ? formatMonth(new Date(`${month}T12:00:00Z`), 'UTC')
                : `${formatDate(first)} – ${formatDate(last)}, ${last.slice(0, 4)}`}
            </h2>
            <IconButton icon={ChevronRight} label={`Next ${unit}`} onPress={() => shift(1)} />
            <Button
              variant="quiet"
              size="small"
              onPress={() => go(month ? { month: today } : { week: '' })}
            >
              Today
            </Button>
            <div className="flex gap-1">
              <button
                type="button"
                aria-pressed={!month}
                onClick={() => go({ week: month ?? week, month: '' })}
                className={chipStyles(!month)}
              >
                Week
              </button>
              <button
                type="button"
                aria-pressed={Boolean(month)}
                onClick={() => go({ month: month ?? week, week: '' })}
                className={chipStyles(Boolean(month))}
              >
                Month
              </button>
            </div>
            <NativeSelect
              label="Space"
              className="sm:ml-auto sm:w-72"
              value={search.get('space') ?? ''}
              onChange={(space) => go({ space })}
              options={[
                { id: '', label: 'All spaces' },
                ...spaces.data.map(({ id, title }) => ({ id, label: title })),
              ]}
            />
          </div>
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
                isPending={block.isPending || unblock.isPending}
                onBlock={block.mutateAsync}
                onUnblock={unblock.mutateAsync}
              />
            </Suspense>
          )}
          {!month &&
            shown.length > 1 &&
            shown.map((space) => (
              <section key={space.id} aria-label={space.title} className="flex flex-col gap-2">
                <h3 className="flex flex-wrap items-baseline gap-x-3 text-lg">
                  {space.title}
                  <Link
                    to={paths.hostingCalendar({ space: space.id, week: first })}
                    className="text-link inline-flex min-h-8 items-center gap-1.5 font-sans text-sm pointer-coarse:min-h-11"
                  >
                    <Clock aria-hidden className="size-4" />
                    Hours<span className="sr-only"> of {space.title}</span>
                  </Link>
                  {space.time_zone !== viewerZone && (
                    <span className="font-sans text-sm font-normal text-ink-faint">
                      {' '}
                      {zoneCity(space.time_zone)} time
                    </span>
                  )}
                </h3>
                <ol className="grid overflow-hidden rounded-card border border-line bg-surface md:grid-cols-7">
                  {days.map((date) => {
                    const { weekday, day, name } = calendarDay(date)
                    const isToday = date === dateOf(now, space.time_zone)
                    return (
                      <li
                        key={date}
                        className={cx(
                          'flex min-w-0 flex-col gap-1.5 border-line p-2 not-last:border-b md:min-h-28 md:not-last:border-r md:not-last:border-b-0',
                          isToday && 'bg-accent-soft',
                        )}
                      >
                        <span className="flex items-center justify-between gap-2 text-sm">
                          <span
                            className={isToday ? 'font-semibold text-accent-ink' : 'text-ink-soft'}
                          >
                            {weekday} {day}
                            {isToday && <span className="sr-only"> (today)</span>}
                          </span>
                          {date >= dateOf(now, space.time_zone) && (
                            <button
                              type="button"
                              aria-label={`Block ${name} at ${space.title}`}
                              onClick={() => setBlocking({ spaceId: space.id, date })}
                              className="inline-flex size-8 items-center justify-center rounded-small text-ink-faint hover:bg-sunken hover:text-ink pointer-coarse:size-11"
                            >
                              <Ban aria-hidden className="size-4" />
                            </button>
                          )}
                        </span>
                        {entriesOn(entries.data ?? [], space, date).map((entry) => (
                          <Entry
                            key={`${entry.kind} ${entry.starts_at}`}
                            entry={entry}
                            time={timeOn(entry, date, space.time_zone)}
                            onUnblock={() =>
                              unblock.mutate({
                                spaceId: space.id,
                                startsAt: entry.starts_at,
                                endsAt: entry.ends_at,
                                note: entry.note,
                              })
                            }
                          />
                        ))}
                      </li>
                    )
                  })}
                </ol>
              </section>
            ))}
        </>
      )}
      {blocking && spaces.data && (
        <Suspense>
          <BlockDialog
            {...blocking}
            spaces={spaces.data}
            onClose={() => setBlocking(null)}
            onBlocked={() => {
              setBlocking(null)
              reload()
              showToast({ tone: 'success', title: 'Dates blocked' })
            }}
          />
        </Suspense>
      )}
    </section>
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

const looks: Record<CalendarEntry['kind'], string> = {
  booking: 'bg-success-soft text-success-ink',
  request: 'bg-caution-soft text-caution-ink',
  hold: 'border border-dashed border-control text-ink-soft',
  blackout: 'bg-sunken text-ink-soft',
  calendar: 'bg-notice-soft text-notice-ink',
}

function Entry(props: { entry: CalendarEntry; time: string; onUnblock: () => void }) {
  const { entry, time, onUnblock } = props
  const styles = cx(
    'flex min-w-0 flex-col rounded-small px-2 py-1 text-left text-xs',
    looks[entry.kind],
  )
  const text = (
    <>
      <span className="font-semibold">{time}</span>
      <span className="break-words">{entryText(entry)}</span>
    </>
  )
  if (entry.booking_id)
    return (
      <Link to={paths.booking(entry.booking_id)} className={cx(styles, 'hover:underline')}>
        {text}
      </Link>
    )
  if (entry.kind === 'blackout')
    return (
      <button type="button" onClick={onUnblock} className={cx(styles, 'hover:text-ink')}>
        {text}
        <span className="underline">Unblock</span>
      </button>
    )
  return <div className={styles}>{text}</div>
}

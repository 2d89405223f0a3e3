import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CalendarDays, Lightbulb, Store } from 'lucide-react'
import type { Route } from './+types/route'
import {
  changesToAnswer,
  hostFacts,
  listingFacts,
  nextPayouts,
  visitsOfHost,
} from '#web/data/hosting-today.ts'
import { inbox } from '#web/data/messages.ts'
import { dueReviews, unansweredReviews } from '#web/data/reviews.ts'
import { startsQueries } from '#web/data/user-queries.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import { checklistOf } from '#web/features/hosting/checklist.ts'
import { Checklist } from '#web/features/hosting/task-list.tsx'
import { DueReviews } from '#web/features/booking/due-reviews.tsx'
import { ToAnswer } from '#web/features/booking/to-answer.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { UnfinishedListing } from '#web/features/listing/unfinished-listing.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { calendarDay, dateOf, formatMoment } from '#web/lib/times.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Block } from './block.tsx'
import { dayOf, type Suggestion, suggestionFor } from './day.ts'
import { Questions, questionsIn } from './questions.tsx'
import { ReviewsToAnswer } from './reviews.tsx'
import { NextPayouts, PayoutNotice } from './side.tsx'
import { Board } from './visits.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

export const clientLoader = startsQueries((userId, queries) => {
  void queries.prefetchQuery(visitsOfHost(userId))
  void queries.prefetchQuery(changesToAnswer(userId))
  void queries.prefetchInfiniteQuery(inbox(userId))
  void queries.prefetchQuery(dueReviews(userId))
  void queries.prefetchQuery(unansweredReviews(userId))
  void queries.prefetchQuery(nextPayouts(userId))
  void queries.prefetchQuery(listingFacts(userId))
  void queries.prefetchQuery(hostFacts(userId))
})

export const meta = staticMeta({
  title: 'Today',
  description: 'Today’s guests, requests and payouts.',
  path: paths.hosting(),
  noindex: true,
})

export default function HostingToday({ loaderData }: Route.ComponentProps) {
  const user = useUserOrSignIn()
  const now = useNow(loaderData.renderedAt)
  const visits = useQuery(visitsOfHost(user?.id))
  const changes = useQuery(changesToAnswer(user?.id))
  const payouts = useQuery(nextPayouts(user?.id))
  const listings = useQuery(listingFacts(user?.id))
  const host = useQuery(hostFacts(user?.id))
  const conversations = useInfiniteQuery(inbox(user?.id))
  const due = useQuery(dueReviews(user?.id))
  const unanswered = useQuery(unansweredReviews(user?.id))
  // Waits for all parts, because a part that appears later would move buttons while the host taps
  // them. A retry of a failed part does not hide the other parts.
  const isLoading = [visits, changes, conversations, due, unanswered, payouts, listings, host].some(
    ({ isPending, isFetched }) => isPending && !isFetched,
  )
  const active = listings.data?.filter(({ archived_at }) => archived_at === null)
  const zones = new Set(active?.map(({ time_zone }) => time_zone))
  const [zone] = zones
  const questions = questionsIn(conversations.data?.pages.flat() ?? [])
  // A host who has deleted all listings may still have bookings, payouts and reviews. A part that
  // failed to load counts as empty.
  const isNewHost =
    !isLoading &&
    listings.data?.length === 0 &&
    !visits.data?.confirmed.length &&
    !visits.data?.requested.length &&
    !payouts.data?.length &&
    !unanswered.data?.length &&
    !due.data?.some(({ role }) => role === 'host') &&
    questions.length === 0

  return (
    <section className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-3xl">Today</h1>
        {zone && zones.size === 1 && (
          <p className="text-ink-soft">{calendarDay(dateOf(now, zone)).name}</p>
        )}
      </div>
      <QueryError query={visits} fallback="Failed to fetch today’s bookings" />
      <QueryError query={changes} fallback="Failed to fetch proposed changes" />
      <QueryError query={conversations} fallback="Failed to fetch your messages" />
      <QueryError query={unanswered} fallback="Failed to fetch your reviews to answer" />
      <QueryError query={due} fallback="Failed to fetch your reviews to write" />
      <QueryError query={payouts} fallback="Failed to fetch your payouts" />
      <QueryError query={listings} fallback="Failed to fetch your listings" />
      <QueryError query={host} fallback="Failed to fetch your profile" />
      {isNewHost && user && <UnfinishedListing key={user.id} userId={user.id} />}
      {isNewHost ? (
        <EmptyState
          icon={Store}
          title="List your first space"
          action={<LinkButton to={paths.createListing()}>Create Listing</LinkButton>}
        >
          It takes a few minutes, and guests can book it as soon as it is listed. You are paid 24
          hours after each booking ends. Your day will appear here.
        </EmptyState>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
          <div className="flex min-w-0 flex-col gap-6">
            {visits.data && !isLoading ? (
              <>
                {payouts.data && host.data && (
                  <PayoutNotice payouts={payouts.data} account={host.data.account} />
                )}
                <ToAnswer requests={visits.data.requested} changes={changes.data ?? []} now={now} />
                <Day
                  day={dayOf(visits.data.confirmed, now)}
                  now={now}
                  suggestion={active ? suggestionFor(active) : null}
                />
                <Questions questions={questions} userId={user?.id} now={now} />
                <ReviewsToAnswer reviews={unanswered.data ?? []} now={now} />
                <DueReviews reviews={due.data} side="host" />
              </>
            ) : (
              !visits.error && <Waiting />
            )}
          </div>
          {!isLoading && (
            <div className="flex min-w-0 flex-col gap-6">
              {payouts.data && host.data && (
                <NextPayouts payouts={payouts.data} account={host.data.account} now={now} />
              )}
              {active && host.data && (
                <Block title="Checklist">
                  <Checklist lists={checklistOf(host.data, active)} />
                </Block>
              )}
            </div>
          )}
        </div>
      )}
    </section>
  )
}

function Day(props: { day: ReturnType<typeof dayOf>; now: Date; suggestion: Suggestion | null }) {
  const { day, now, suggestion } = props
  const isEmpty = day.arriving.length + day.inside.length + day.leaving.length === 0
  const calendar = day.next && (
    <div>
      <LinkButton to={paths.hostingCalendar()} variant="secondary" size="small">
        <CalendarDays aria-hidden className="size-4.5" />
        See all bookings in the calendar
      </LinkButton>
    </div>
  )
  return (
    <>
      {!isEmpty && (
        <>
          <Board day={day} now={now} />
          {calendar}
        </>
      )}
      {isEmpty && (
        <Card className="flex flex-col gap-5 sm:p-8">
          <div>
            <h2 className="text-2xl">No guests today</h2>
            <p className="mt-1 text-ink-soft wrap-anywhere">
              {day.next ? (
                <>
                  Next:{' '}
                  <TextLink to={paths.booking(day.next.id)}>
                    {day.next.guestName ?? 'a guest'} at {day.next.space.title}
                  </TextLink>
                  , {formatMoment(new Date(day.next.start_time), day.next.time_zone)}
                </>
              ) : (
                'No upcoming bookings yet.'
              )}
            </p>
          </div>
          {suggestion && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control bg-accent-soft p-4">
              <Lightbulb aria-hidden className="size-6 shrink-0 text-accent-ink" />
              <p className="min-w-0 grow basis-56 wrap-anywhere">{suggestion.text}</p>
              <LinkButton to={suggestion.to} size="small">
                {suggestion.action}
              </LinkButton>
            </div>
          )}
          {calendar}
        </Card>
      )}
    </>
  )
}

function Waiting() {
  return (
    <>
      <output className="sr-only">Loading your day</output>
      <div className="grid gap-4 md:grid-cols-3">
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
      </div>
    </>
  )
}

import type { Route } from './+types/route'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Clock, PartyPopper } from 'lucide-react'
import { bookingDetails, type BookingDetails } from '#web/data/booking-details.ts'
import { userKey } from '#web/data/query-client.ts'
import { reviewState, type ReviewState } from '#web/data/reviews.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import { AnswerForm, ReviewText } from '#web/features/booking/received-review.tsx'
import { useNow } from '#web/features/booking/use-now.ts'
import { BookingNotFound } from '#web/features/shell/booking-not-found.tsx'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { formatDatedSpan, formatMoment, placeTime } from '#web/lib/times.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Card } from '#web/ui/card.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { OwnReviewNotes } from './own-review-notes.tsx'
import { ReviewForm } from './review-form.tsx'

export function loader() {
  return { renderedAt: new Date() }
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'Review',
      description: 'Say what it was like, and read what was written about you.',
      path: paths.review(params.id),
      noindex: true,
    },
    matches,
  )
}

export default function ReviewPage({ loaderData, params }: Route.ComponentProps) {
  const user = useUserOrSignIn({
    keepsInput: true,
    message: 'Sign in with the account of this booking to review it.',
  })
  const now = useNow(loaderData.renderedAt)
  const booking = useQuery(bookingDetails(user?.id, params.id))
  const review = useQuery(reviewState(user?.id, params.id))

  if (booking.data === null) return <BookingNotFound />
  const extended = booking.data?.extends_booking_id
  if (extended && review.data === null)
    return (
      <MessagePage
        title="Nothing to review here"
        description="An extension is reviewed with the booking that it extends."
      >
        <LinkButton to={paths.review(extended)}>Reviews of the booking</LinkButton>
      </MessagePage>
    )
  if (booking.data && review.data === null)
    return (
      <MessagePage
        title="Nothing to review here"
        description="Only paid bookings that took place can be reviewed, by their guest and their host."
      >
        <LinkButton to={paths.booking(params.id)}>View booking</LinkButton>
      </MessagePage>
    )
  return (
    <section className="page flex min-h-[65dvh] max-w-3xl flex-col gap-6 py-8 sm:py-10">
      <Breadcrumbs crumbs={[{ label: 'Booking', to: paths.booking(params.id) }]} />
      <QueryError query={booking} fallback="Failed to fetch bookings" />
      <QueryError query={review} fallback="The reviews could not be loaded" />
      {booking.data && review.data && user ? (
        <Reviews booking={booking.data} state={review.data} userId={user.id} now={now} />
      ) : (
        !booking.error &&
        !review.error && (
          <>
            <h1 className="sr-only">Review</h1>
            <output className="sr-only">Loading the reviews</output>
            <Skeleton className="h-12 w-2/3 rounded-small" />
            <Skeleton className="h-96 rounded-card" />
          </>
        )
      )}
    </section>
  )
}

const titleId = 'review-title'

function Reviews(props: {
  booking: BookingDetails
  state: ReviewState
  userId: string
  now: Date
}) {
  const { booking, state, userId, now } = props
  const { role, own, received } = state
  const queryClient = useQueryClient()
  const focus = useFocusWhenRendered()
  const isGuest = role === 'guest'
  const other = isGuest
    ? (booking.host?.full_name ?? 'your host')
    : (booking.guest?.full_name ?? 'your guest')
  const closesAt = new Date(state.closes_at)
  const [isTooEarly, isClosed] = [now < new Date(state.opens_at), now >= closesAt]
  // True if both sides have written a review, because only then are reviews published before the
  // deadline.
  const wasReviewed = own?.published_at && new Date(own.published_at) < closesAt
  const span = { startsAt: new Date(booking.start_time), endsAt: new Date(booking.end_time) }
  const deadline = `${formatMoment(closesAt, booking.time_zone)} (${placeTime(booking.space.location)})`

  const refresh = () => queryClient.invalidateQueries({ queryKey: userKey(userId) })

  async function showSaved() {
    showToast({ title: own ? 'Review changed' : 'Review saved', tone: 'success' })
    await refresh()
    // After a first review, the saved review replaces the form that had the focus. The focus
    // therefore moves to the title.
    if (!own) focus(titleId)
  }

  return (
    <>
      <div>
        <h1 id={titleId} tabIndex={-1} className="text-3xl outline-none">
          {isGuest ? `How was ${booking.space.title}?` : `How was ${other}?`}
        </h1>
        <p className="mt-2 text-ink-soft">
          {isGuest ? '' : `${booking.space.title}, `}
          {formatDatedSpan(span, booking.time_zone)}
        </p>
      </div>
      {isTooEarly && (
        <Banner tone="info" title="Not yet">
          You can write a review after the booking has ended.
        </Banner>
      )}
      {!isTooEarly && !own?.published_at && !isClosed && (
        <>
          {own && (
            <Banner tone="success" title="Your review is saved">
              It is published when {other} has written one too, or on {deadline}. Until then you can
              change it.
            </Banner>
          )}
          <ReviewForm
            key={own?.created_at ?? ''}
            bookingId={booking.id}
            state={state}
            other={other}
            deadline={deadline}
            onSaved={showSaved}
          />
        </>
      )}
      {isClosed && !own && (
        <Card className="flex items-start gap-3">
          <Clock aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-faint" />
          <div className="flex flex-col items-start gap-4">
            <p>Reviews of this booking closed on {deadline}.</p>
            <LinkButton to={paths.booking(booking.id)}>View booking</LinkButton>
          </div>
        </Card>
      )}
      {own && (own.published_at || isClosed) && (
        <ReviewText title="Your review" review={own} timeZone={booking.time_zone}>
          <OwnReviewNotes review={own} host={other} bookingId={booking.id} />
        </ReviewText>
      )}
      {received ? (
        <ReviewText
          title={isGuest ? `${other} about you` : `${other} about your space`}
          review={received}
          timeZone={booking.time_zone}
        >
          {isGuest ? (
            <p className="text-sm text-ink-soft">
              Is it offensive or untrue?{' '}
              <TextLink to={paths.contact({ subject: 'support', booking: booking.id })}>
                Contact us
              </TextLink>
              .
            </p>
          ) : (
            <AnswerForm review={received} onSaved={refresh} />
          )}
        </ReviewText>
      ) : (
        own?.published_at && (
          <Card className="flex items-start gap-3">
            <PartyPopper aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
            <p>
              Thank you.{' '}
              {wasReviewed
                ? `We have hidden the review by ${other}.`
                : `${other} didn’t review this booking.`}
            </p>
          </Card>
        )
      )}
    </>
  )
}

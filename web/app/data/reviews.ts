import { queryOptions } from '@tanstack/react-query'
import { bookingKeys } from './bookings.ts'
import { browserClient } from './browser-client.ts'
import type { Client } from './client.ts'
import { uploadFile } from './files.ts'
import { type Page, pagedQuery, readPage } from './keyset.ts'
import { userKey } from './query-client.ts'
import { type Review, reviewColumns } from './space-details.ts'

/** The rated aspects of a space. The columns of the table `reviews` have the same names. */
export const reviewAspects = {
  accuracy: 'As described',
  cleanliness: 'Cleanliness',
  access: 'Getting in',
  value: 'Value for money',
} as const

export type ReviewAspect = keyof typeof reviewAspects

/** Limits of a review, as in the constraints of the table `reviews`. */
export const longestReview = 2000
export const mostReviewPhotos = 5

/** A review by one side of a booking. Hosts' reviews of guests have no aspects and no photos. */
export type WrittenReview = { id: string; rating: number; comment: string | null } & Partial<
  Record<ReviewAspect, number | null>
> & {
    photos?: string[]
    answer?: string | null
    created_at: string
    published_at: string | null
    /** Time at which an admin hid the review from other users; null if the review is shown. */
    hidden_at: string | null
  }

/** The reviews of a booking as its guest or host sees them. Times are ISO instants. */
export type ReviewState = {
  role: 'guest' | 'host'
  opens_at: string
  closes_at: string
  own: WrittenReview | null
  received: WrittenReview | null
}

/** Query options of a booking's reviews. The data is null if the booking cannot be reviewed. */
export const reviewState = (userId: string | undefined, bookingId: string) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(userId), bookingId, 'review'],
    queryFn: async () => {
      const { data } = await (
        await browserClient()
      )
        .rpc('review_state', { p_booking_id: bookingId })
        .throwOnError()
      return data as ReviewState | null
    },
    enabled: userId !== undefined,
  })

export type DueReview = {
  booking_id: string
  role: 'guest' | 'host'
  space_title: string
  guest_name: string | null
  end_time: string
  time_zone: string
  closes_at: string
}

export const dueReviews = (userId: string | undefined) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(userId), 'due reviews'],
    queryFn: async () => {
      const { data } = await (await browserClient()).rpc('due_reviews').throwOnError()
      return data as DueReview[]
    },
    enabled: userId !== undefined,
  })

/** A published review of one of the host's spaces without an answer. */
export type UnansweredReview = {
  booking_id: string
  rating: number
  comment: string | null
  published_at: string
  space_title: string
  guest_name: string | null
  guest_avatar_url: string | null
}

/** Query options of the reviews to answer that were published in the last 30 days, newest first. */
export const unansweredReviews = (hostId: string | undefined) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(hostId), 'unanswered reviews'],
    queryFn: async () => {
      const { data } = await (await browserClient()).rpc('unanswered_reviews').throwOnError()
      return data as UnansweredReview[]
    },
    enabled: hostId !== undefined,
  })

/** A published review of one of the host's spaces, as the page of the space shows it. */
export type ReceivedReview = Omit<WrittenReview, 'published_at' | 'hidden_at'> & {
  author_name: string
  space: { title: string; time_zone: string }
}

const receivedColumns =
  'id, rating, accuracy, cleanliness, access, value, comment, photos, answer, created_at, author_name, space:spaces!inner(title, time_zone, user_id, withdrawn_at)' as const

const receivedPageSize = 10

/**
 * Query options of the reviews of the host's spaces, newest first. `space` selects the reviews of
 * one space by its id; null selects all reviews.
 */
export const receivedReviews = (
  hostId: string | undefined,
  { space, isUnanswered }: { space: string | null; isUnanswered: boolean },
) =>
  pagedQuery(
    hostId,
    [...bookingKeys.ofUser(hostId), 'received reviews', space, isUnanswered],
    (client, id, after): Promise<Page<ReceivedReview>> => {
      let reviews = client
        .from('space_reviews')
        .select(receivedColumns)
        .eq('space.user_id', id)
        .is('space.withdrawn_at', null)
      if (space) reviews = reviews.eq('space_id', space)
      if (isUnanswered) reviews = reviews.is('answer', null)
      return readPage(reviews, 'created_at', { after, limit: receivedPageSize })
    },
  )

/** Number and mean rating of reviews. `rating` is 0 without reviews. */
export type ReviewFigures = { count: number; rating: number }

export type ReviewedSpace = ReviewFigures & { id: string; title: string }

/** Query options of the number and mean rating of a host's reviews, per space and in total. */
export const reviewedSpaces = (hostId: string | undefined) =>
  queryOptions({
    queryKey: [...bookingKeys.ofUser(hostId), 'reviewed spaces'],
    queryFn: async (): Promise<{ all: ReviewFigures; spaces: ReviewedSpace[] }> => {
      const { data } = await (
        await browserClient()
      )
        .from('spaces')
        .select('id, title, archived_at, counts:review_counts(rating, reviews)')
        .eq('user_id', hostId ?? '')
        .is('withdrawn_at', null)
        .order('title')
        .throwOnError()
      const rows = data as (Pick<ReviewedSpace, 'id' | 'title'> & {
        archived_at: string | null
        counts: RatingCount[]
      })[]
      return {
        all: figuresOf(rows.flatMap(({ counts }) => counts)),
        spaces: rows
          .map(({ counts, ...space }) => ({ ...space, ...figuresOf(counts) }))
          .filter(({ archived_at, count }) => archived_at === null || count > 0),
      }
    },
    enabled: hostId !== undefined,
  })

type RatingCount = { rating: number; reviews: number }

/** Rounds the mean to one decimal, as the database does for the page of a space. */
function figuresOf(counts: readonly RatingCount[]): ReviewFigures {
  const count = counts.reduce((sum, { reviews }) => sum + reviews, 0)
  const stars = counts.reduce((sum, { rating, reviews }) => sum + rating * reviews, 0)
  return { count, rating: count === 0 ? 0 : Math.round((stars * 10) / count) / 10 }
}

type ReviewDraft = Partial<Record<ReviewAspect, number>> & {
  rating: number
  comment: string
  /** `photos` are the URLs of already uploaded photos that the review keeps. */
  photos: readonly string[]
}

/** Uploads new photos, then creates or updates the review. */
export async function saveReview(
  bookingId: string,
  review: ReviewDraft,
  files: readonly File[],
  onUpload: (done: number) => void,
): Promise<void> {
  const photos = [...review.photos]
  for (const [index, file] of files.entries()) {
    onUpload(index)
    const extension = /\.[a-z0-9]{1,8}$/i.exec(file.name)?.[0].toLowerCase() ?? ''
    const name = `${crypto.randomUUID()}${extension}`
    const { signal } = new AbortController()
    photos.push(await uploadFile({ bucket: 'spaces', name, file, onProgress: () => {}, signal }))
  }
  await (
    await browserClient()
  )
    .rpc('save_review', { p_booking_id: bookingId, p_review: { ...review, photos } })
    .throwOnError()
}

/** Publishes or changes the host's answer to a review. An empty text removes the answer. */
export async function answerReview(reviewId: string, answer: string): Promise<void> {
  await (
    await browserClient()
  )
    .rpc('answer_review', { p_review_id: reviewId, p_answer: answer })
    .throwOnError()
}

export const reviewOrders = {
  newest: 'Newest',
  highest: 'Highest rated',
  lowest: 'Lowest rated',
} as const

export type ReviewOrder = keyof typeof reviewOrders

const pageSize = 20

export async function spaceReviewPage(
  client: Client,
  spaceId: string,
  order: ReviewOrder,
  page: number,
): Promise<Review[]> {
  let query = client.from('space_reviews').select(reviewColumns).eq('space_id', spaceId)
  if (order !== 'newest') query = query.order('rating', { ascending: order === 'lowest' })
  const { data } = await query
    .order('created_at', { ascending: false })
    .order('id')
    .range(page * pageSize, (page + 1) * pageSize - 1)
    .throwOnError()
  return data as Review[]
}

/**
 * Query options of a guest's review count, mean rating and three latest reviews. Only the guest and
 * hosts of the guest's bookings may read the reviews.
 */
export const guestFigures = (hostId: string | undefined, guestId: string) =>
  queryOptions({
    queryKey: [...userKey(hostId), 'guest figures', guestId],
    queryFn: async () => {
      const client = await browserClient()
      const [figures, reviews] = await Promise.all([
        client.rpc('guest_figures', { p_guest_id: guestId }).throwOnError(),
        client
          .from('guest_reviews')
          .select('id, rating, comment, created_at')
          .eq('guest_id', guestId)
          .order('created_at', { ascending: false })
          .limit(3)
          .throwOnError(),
      ])
      const { reviews: count, rating } = figures.data as { reviews: number; rating: number | null }
      return { count, rating, latest: reviews.data }
    },
    enabled: hostId !== undefined,
  })

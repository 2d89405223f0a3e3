import { queryOptions } from '@tanstack/react-query'
import { adminKeys } from './admin-bookings.ts'
import { browserClient } from './browser-client.ts'
import { notUnique } from './client.ts'
import { userKey } from './query-client.ts'

/** Reasons for a report of a review, as in the constraint `review_reports_reason_known`. */
export const reviewReportReasons = {
  offensive: 'It is offensive',
  personal_data: 'It shows personal data',
  not_about_stay: 'It is not about the visit',
  spam: 'It is spam or advertising',
  other: 'Something else',
} as const

type ReviewReportReason = keyof typeof reviewReportReasons

export async function reportReview(report: {
  review_id: string
  reason: ReviewReportReason
  details: string
}): Promise<void> {
  const { error } = await (await browserClient()).from('review_reports').insert(report)
  if (error?.code === notUnique)
    throw new Error('You have already reported this review. We are looking into it')
  if (error) throw error
}

export type ReportedReview = {
  review_id: string
  space_id: string
  space_title: string
  rating: number
  comment: string | null
  reason: ReviewReportReason
  details: string
  reported_at: string
  reports: number
}

export const reportedReviews = (adminId: string) =>
  queryOptions({
    queryKey: [...userKey(adminId), 'reported reviews'],
    queryFn: async () => {
      const { data } = await (await browserClient()).rpc('reported_reviews').throwOnError()
      return data as ReportedReview[]
    },
  })

/** A published review as admins see it, also while it is hidden. Times are ISO instants. */
export type DecidableReview = {
  id: string
  rating: number
  comment: string | null
  photos: string[]
  answer: string | null
  hidden_at: string | null
}

/** Query options of the guest's review of a booking. The data is null if no review is published. */
export const bookingReview = (adminId: string, bookingId: string) =>
  queryOptions({
    queryKey: [...adminKeys.problems(adminId), 'review', bookingId],
    queryFn: async () => {
      const { data } = await (
        await browserClient()
      )
        .rpc('booking_review', { p_booking_id: bookingId })
        .throwOnError()
      return (data as DecidableReview[])[0] ?? null
    },
  })

/** Hides a review or shows it as an admin, and resolves its reports. */
export async function decideReview(
  reviewId: string,
  isHidden: boolean,
  reason: string,
): Promise<void> {
  await (
    await browserClient()
  )
    .rpc('decide_review', { p_review_id: reviewId, p_is_hidden: isHidden, p_reason: reason })
    .throwOnError()
}

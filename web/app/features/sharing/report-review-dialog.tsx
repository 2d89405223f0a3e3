import { reportReview, reviewReportReasons } from '#web/data/review-reports.ts'
import { ReportDialog } from './report-dialog.tsx'

export default function ReportReviewDialog(props: {
  review: { id: string; author_name: string }
  onClose: () => void
}) {
  const { review, onClose } = props
  return (
    <ReportDialog
      title="Report this review"
      question={`What is wrong with the review by ${review.author_name}?`}
      reasons={reviewReportReasons}
      send={(reason, details) => reportReview({ review_id: review.id, reason, details })}
      thanks="A person reads it, usually within one business day. The author doesn’t learn who reported."
      onClose={onClose}
    />
  )
}

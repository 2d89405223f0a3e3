import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSession } from '#web/features/account/session.tsx'
import { useSignIn } from '#web/features/account/sign-in.tsx'
import { lazy } from '#web/lib/lazy.ts'
import { Button } from '#web/ui/button.tsx'

const ReportReviewDialog = lazy(() => import('./report-review-dialog.tsx'))

export function ReportReview({ review }: { review: { id: string; author_name: string } }) {
  const { user } = useSession()
  const signIn = useSignIn()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="self-start"
        aria-label={`Report the review by ${review.author_name}`}
        onPress={() =>
          user
            ? setOpen(true)
            : signIn({ purpose: 'to report this review', onSignedIn: () => setOpen(true) })
        }
      >
        <Flag aria-hidden className="size-4" />
        Report
      </Button>
      {isOpen && user && (
        <Suspense>
          <ReportReviewDialog review={review} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

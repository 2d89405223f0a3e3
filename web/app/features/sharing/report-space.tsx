import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSession } from '#web/features/account/session.tsx'
import { useSignIn } from '#web/features/account/sign-in.tsx'
import { lazy } from '#web/lib/lazy.ts'
import { buttonStyles } from '#web/ui/button-styles.ts'

const ReportSpaceDialog = lazy(() => import('./report-space-dialog.tsx'))

export function ReportSpace({ spaceId, title }: { spaceId: string; title: string }) {
  const { user } = useSession()
  const signIn = useSignIn()
  const [isOpen, setOpen] = useState(false)

  return (
    <>
      <button
        type="button"
        onClick={() =>
          user
            ? setOpen(true)
            : signIn({ purpose: 'to report this space', onSignedIn: () => setOpen(true) })
        }
        className={buttonStyles({ variant: 'quiet', size: 'small' })}
      >
        <Flag aria-hidden className="size-4" />
        Report this space
      </button>
      {isOpen && user && (
        <Suspense>
          <ReportSpaceDialog spaceId={spaceId} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

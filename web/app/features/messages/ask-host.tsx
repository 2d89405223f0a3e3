import { MessageCircle } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '#web/features/account/session.tsx'
import { useSignIn } from '#web/features/account/sign-in.tsx'
import { buttonStyles } from '#web/ui/button-styles.ts'

const AskHostDialog = lazy(() => import('./ask-host-dialog.tsx'))

export function AskHost({ spaceId, hostId }: { spaceId: string; hostId: string }) {
  const { user } = useSession()
  const signIn = useSignIn()
  const [isOpen, setOpen] = useState(false)
  if (user?.id === hostId) return null
  return (
    <>
      <button
        type="button"
        onClick={() => (user ? setOpen(true) : signIn({ onSignedIn: () => setOpen(true) }))}
        className={buttonStyles({ variant: 'secondary', size: 'small' })}
      >
        <MessageCircle aria-hidden className="size-4" />
        Ask the host
      </button>
      {isOpen && user && (
        <Suspense>
          <AskHostDialog spaceId={spaceId} userId={user.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

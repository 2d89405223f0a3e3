import { useState } from 'react'
import { FailureBanner } from '#web/features/account/failure-banner.tsx'
import { mailRecovery } from '#web/features/account/recovery.ts'
import { ResendButton } from '#web/features/account/resend-button.tsx'
import { Button } from '#web/ui/button.tsx'

/** The way to a password for whoever cannot give the one before, or never had one. */
export function ForgottenPassword({ email }: { email: string }) {
  const [isPending, setPending] = useState(false)
  const [isMailed, setMailed] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function mail() {
    setFailure(undefined)
    setPending(true)
    try {
      await mailRecovery(email)
      setMailed(true)
    } catch (reason) {
      setFailure(reason)
    } finally {
      setPending(false)
    }
  }

  return (
    <div className="flex max-w-md flex-col items-start gap-3">
      <p className="text-sm text-ink-soft">Forgotten, or signed in so far without one?</p>
      {isMailed ? (
        // What had the focus went.
        <ResendButton label="Mail it again" resend={() => mailRecovery(email)} takesFocus />
      ) : (
        <Button variant="secondary" size="small" isPending={isPending} onPress={() => void mail()}>
          Mail me a link to a new password
        </Button>
      )}
      <output className="text-sm text-ink-soft empty:hidden">
        {isMailed && `It is on its way to ${email}.`}
      </output>
      <FailureBanner failure={failure} />
    </div>
  )
}

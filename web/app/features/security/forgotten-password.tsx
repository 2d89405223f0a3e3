import { useState } from 'react'
import { FailureBanner } from '#web/features/account/failure-banner.tsx'
import { mailRecovery } from '#web/features/account/recovery.ts'
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
    <div className="flex flex-col items-start gap-3">
      <p className="text-sm text-ink-soft">Forgotten, or signed in so far without one?</p>
      <Button
        variant="secondary"
        size="small"
        isPending={isPending}
        isDisabled={isMailed}
        onPress={() => void mail()}
      >
        Mail me a link to a new password
      </Button>
      <output className="text-sm text-ink-soft empty:hidden">
        {isMailed && `It is on its way to ${email}.`}
      </output>
      <FailureBanner failure={failure} />
    </div>
  )
}

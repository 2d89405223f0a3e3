import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureBanner } from './failure-banner.tsx'
import { enterWithoutFactor } from './second-factor.ts'

/** What a recovery code has turned off is best turned on again at once. */
export function AfterRecovery() {
  const navigate = useNavigate()
  const [pending, setPending] = useState<'again' | 'later'>()
  const [failure, setFailure] = useState<unknown>()

  async function enter(choice: 'again' | 'later') {
    setFailure(undefined)
    setPending(choice)
    try {
      await enterWithoutFactor()
      if (choice === 'again') void navigate(`${paths.security()}#factors`)
    } catch (reason) {
      setFailure(reason)
      setPending(undefined)
    }
  }

  return (
    <>
      <output className="text-ink-soft">
        That was right, and every other device is signed out. Two-step verification is off until you
        set it up again.
      </output>
      <FailureBanner failure={failure} />
      <Button
        wide
        isPending={pending === 'again'}
        onPress={() => void enter('again')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- It follows a form that had the focus.
        autoFocus
      >
        Set it up again
      </Button>
      <Button
        variant="quiet"
        wide
        isPending={pending === 'later'}
        onPress={() => void enter('later')}
      >
        Not now
      </Button>
    </>
  )
}

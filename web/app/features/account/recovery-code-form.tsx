import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { PlainInput } from '#web/ui/plain-field.tsx'
import { AccountForm, FailureBanner } from './account-form.tsx'
import { enterWithoutFactor, redeemRecoveryCode } from './second-factor.ts'

export function RecoveryCodeForm({ onBack }: { onBack: () => void }) {
  const [code, setCode] = useState('')
  const [isUsed, setUsed] = useState(false)
  if (isUsed) return <AfterRecovery />
  return (
    <>
      <p className="text-ink-soft">
        Enter one of the recovery codes you saved when you set up two-step verification. It works
        once, turns two-step verification off, and signs out your other devices.
      </p>
      <AccountForm
        submit="Continue"
        work={async () => {
          await redeemRecoveryCode(code)
          setUsed(true)
        }}
        foot={
          <Button variant="quiet" wide onPress={onBack}>
            I found my device
          </Button>
        }
      >
        {(problems) => (
          <PlainInput
            label="Recovery code"
            name="recovery-code"
            error={problems['recovery-code']}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onValue={setCode}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- A new step must focus its first field.
            autoFocus
          />
        )}
      </AccountForm>
    </>
  )
}

/** Offers to set up a new second factor, because a recovery code removes the existing factors. */
function AfterRecovery() {
  const navigate = useNavigate()
  const { mutate, variables, error } = useMutation({
    mutationFn: async (choice: 'again' | 'later') => {
      await enterWithoutFactor()
      if (choice === 'again') void navigate(`${paths.security()}#factors`)
    },
  })
  const pending = error ? undefined : variables

  return (
    <>
      <output className="text-ink-soft">
        You’re signed in, and your other devices are signed out. Two-step verification is off until
        you set it up again.
      </output>
      <FailureBanner failure={error} />
      <Button
        wide
        isPending={pending === 'again'}
        onPress={() => mutate('again')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The button replaces a form that had the focus.
        autoFocus
      >
        Set it up again
      </Button>
      <Button variant="quiet" wide isPending={pending === 'later'} onPress={() => mutate('later')}>
        Not now
      </Button>
    </>
  )
}

import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { AccountForm } from './account-form.tsx'
import { AfterRecovery } from './after-recovery.tsx'
import { redeemRecoveryCode } from './second-factor.ts'

/** Asks for one of the codes that were written down when the second factor was set up. */
export function RecoveryCodeForm({ onBack }: { onBack: () => void }) {
  const [code, setCode] = useState('')
  const [isUsed, setUsed] = useState(false)
  if (isUsed) return <AfterRecovery />
  return (
    <>
      <p className="text-ink-soft">
        When you set this up you were given recovery codes to keep. Any of them lets you in, once:
        it turns two-step verification off until you set it up anew, and signs out every other
        device.
      </p>
      <AccountForm
        submit="Continue"
        work={async () => {
          await redeemRecoveryCode(code)
          setUsed(true)
        }}
        foot={
          <Button variant="quiet" wide onPress={onBack}>
            I have my device after all
          </Button>
        }
      >
        {(problems) => (
          <PlainField label="Recovery code" name="recovery-code" error={problems['recovery-code']}>
            {(control) => (
              <input
                {...control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- The step begins with it.
                autoFocus
              />
            )}
          </PlainField>
        )}
      </AccountForm>
    </>
  )
}

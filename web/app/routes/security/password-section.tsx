import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountForm, FailureBanner } from '#web/features/account/account-form.tsx'
import { sendPasswordReset } from '#web/features/account/authenticate.ts'
import { KnownEmail } from '#web/features/account/email-field.tsx'
import { NewPasswordField } from '#web/features/account/new-password-field.tsx'
import { ResendButton } from '#web/features/account/resend-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { changePassword } from './change-account.ts'
import { Section } from './section.tsx'

export function PasswordSection({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')

  async function change() {
    await changePassword(current, next)
    setCurrent('')
    setNext('')
    showToast({
      title: 'Your password was changed',
      description: 'Your other devices were signed out.',
      tone: 'success',
    })
    onChanged()
  }

  return (
    <Section id="password" title="Password" lead="Changing it signs out your other devices.">
      <div className="max-w-md">
        <AccountForm submit="Change password" work={change}>
          {(problems) => (
            <>
              <KnownEmail email={email} />
              <PasswordField
                label="Current password"
                name="current_password"
                autoComplete="current-password"
                value={current}
                onChange={setCurrent}
                error={problems['current_password']}
              />
              <NewPasswordField
                label="New password"
                name="new_password"
                value={next}
                onChange={setNext}
                error={problems['new_password']}
              />
            </>
          )}
        </AccountForm>
      </div>
      <ForgottenPassword email={email} />
    </Section>
  )
}

function ForgottenPassword({ email }: { email: string }) {
  const reset = useMutation({ mutationFn: () => sendPasswordReset(email) })

  return (
    <div className="flex max-w-md flex-col items-start gap-3">
      <p className="text-sm text-ink-soft">Forgot your password, or never set one?</p>
      {reset.isSuccess ? (
        // Moves the focus to the new button, because the focused button has been removed.
        <ResendButton label="Send it again" resend={() => sendPasswordReset(email)} takesFocus />
      ) : (
        <Button
          variant="secondary"
          size="small"
          isPending={reset.isPending}
          onPress={() => reset.mutate()}
        >
          Email me a reset link
        </Button>
      )}
      <output className="text-sm wrap-anywhere text-ink-soft empty:hidden">
        {reset.isSuccess && `We emailed a link to ${email}.`}
      </output>
      <FailureBanner failure={reset.error ?? undefined} />
    </div>
  )
}

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

/** Form to change the password, which requires the current password. */
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
        <AccountForm submit="Change Password" work={change}>
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

/** Emails a reset link to users who forgot their password or never had one. */
function ForgottenPassword({ email }: { email: string }) {
  const [isPending, setPending] = useState(false)
  const [isMailed, setMailed] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function emailResetLink() {
    setFailure(undefined)
    setPending(true)
    try {
      await sendPasswordReset(email)
      setMailed(true)
    } catch (reason) {
      setFailure(reason)
    } finally {
      setPending(false)
    }
  }

  return (
    <div className="flex max-w-md flex-col items-start gap-3">
      <p className="text-sm text-ink-soft">Forgot your password, or never set one?</p>
      {isMailed ? (
        // Moves the focus, because the focused button has been removed.
        <ResendButton label="Send it again" resend={() => sendPasswordReset(email)} takesFocus />
      ) : (
        <Button
          variant="secondary"
          size="small"
          isPending={isPending}
          onPress={() => void emailResetLink()}
        >
          Email me a reset link
        </Button>
      )}
      <output className="text-sm text-ink-soft empty:hidden">
        {isMailed && `We emailed a link to ${email}.`}
      </output>
      <FailureBanner failure={failure} />
    </div>
  )
}

import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { AccountForm } from './account-form.tsx'
import { EmailField } from './email-field.tsx'
import { sendPasswordReset } from './authenticate.ts'
import { ResendButton } from './resend-button.tsx'

type ForgotStepProps = {
  email: string
  onEmail: (email: string) => void
  onBack?: (() => void) | undefined
}

/** Form that requests a password reset link. Does not reveal whether the account exists. */
export function ForgotStep({ email, onEmail, onBack }: ForgotStepProps) {
  const [mailedTo, setMailedTo] = useState<string>()
  const back = onBack && (
    <Button variant="quiet" wide onPress={onBack}>
      Back to Sign In
    </Button>
  )

  async function send() {
    const address = email.trim()
    await sendPasswordReset(address)
    setMailedTo(address)
  }

  if (mailedTo) {
    return (
      <>
        <output className="flex flex-col gap-2 text-ink-soft">
          <p>
            If <strong className="text-ink">{mailedTo}</strong> has an account, you’ll get an email
            with a link to reset your password.
          </p>
          <p className="text-sm">
            The link works once, for one hour. No email? Check your spam folder.
          </p>
        </output>
        <ResendButton
          label="Send it again"
          resend={() => sendPasswordReset(mailedTo)}
          // Moves the focus to this button, because the form that had the focus was removed.
          takesFocus
        />
        <Button variant="quiet" wide onPress={() => setMailedTo(undefined)}>
          Use a different email
        </Button>
        {back}
      </>
    )
  }
  return (
    <>
      <p className="text-ink-soft">
        Enter your email and we’ll send you a link to reset your password.
      </p>
      <AccountForm submit="Send the link" work={send} foot={back}>
        {(problems) => (
          <EmailField value={email} onChange={onEmail} error={problems['email']} takesFocus />
        )}
      </AccountForm>
    </>
  )
}

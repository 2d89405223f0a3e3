import { useState } from 'react'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { KnownEmail } from '#web/features/account/email-field.tsx'
import { NewPasswordField } from '#web/features/account/new-password-field.tsx'
import { changePassword } from '#web/features/account/recovery.ts'

/** A new password for somebody whom a link has signed in. */
export function ResetPasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [password, setPassword] = useState('')
  return (
    <>
      <p className="text-ink-soft">
        For <strong className="break-all text-ink">{email}</strong>. Every other device that is
        signed in will be signed out.
      </p>
      <AccountForm
        submit="Change my password"
        work={async () => {
          await changePassword(password)
          onChanged()
        }}
      >
        {(problems) => (
          <>
            <KnownEmail email={email} />
            <NewPasswordField
              label="New password"
              value={password}
              onChange={setPassword}
              error={problems['password']}
              takesFocus
            />
          </>
        )}
      </AccountForm>
    </>
  )
}

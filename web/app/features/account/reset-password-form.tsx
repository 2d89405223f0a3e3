import { useState } from 'react'
import { AccountForm } from './account-form.tsx'
import { KnownEmail } from './email-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { changePassword } from './recovery.ts'

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

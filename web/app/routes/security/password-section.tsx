import { useState } from 'react'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { KnownEmail } from '#web/features/account/email-field.tsx'
import { NewPasswordField } from '#web/features/account/new-password-field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { changePassword } from './change-account.ts'
import { ForgottenPassword } from './forgotten-password.tsx'
import { Section } from './section.tsx'

/** Another password, for whoever knows the one they have. */
export function PasswordSection({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')

  async function change() {
    await changePassword(current, next)
    setCurrent('')
    setNext('')
    showToast({
      title: 'Your password is changed',
      description: 'Every other device was signed out.',
      tone: 'success',
    })
    onChanged()
  }

  return (
    <Section
      id="password"
      title="Password"
      lead="When you change it, every other device that is signed in will be signed out."
    >
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

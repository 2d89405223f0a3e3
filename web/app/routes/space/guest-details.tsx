import { useState } from 'react'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { CodeStep } from '#web/features/account/code-step.tsx'
import { EmailField } from '#web/features/account/email-field.tsx'
import { codeOf } from '#web/features/account/failure-texts.ts'
import { NameField } from '#web/features/account/name-field.tsx'
import { NewPasswordField } from '#web/features/account/new-password-field.tsx'
import { upgradeGuest } from '#web/features/account/authenticate.ts'
import { useSignIn } from '#web/features/account/sign-in.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { nameHint } from './guest-name.tsx'

/**
 * Form that asks an anonymous user for a name and an email before the payment, so that the booking
 * belongs to an account with both.
 */
export default function GuestDetails(props: {
  /** `submit` is the label of the submit button. */
  submit: string
  onCancel: () => void
}) {
  const { submit, onCancel } = props
  const signIn = useSignIn()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [awaitsCode, setAwaitsCode] = useState(false)
  const [isTaken, setTaken] = useState(false)

  async function send() {
    setTaken(false)
    try {
      setAwaitsCode(!(await upgradeGuest(email.trim(), password, name.trim())))
    } catch (reason) {
      if (codeOf(reason) !== 'email_exists') throw reason
      setTaken(true)
    }
  }

  if (awaitsCode) {
    return (
      <CodeStep
        email={email}
        awaited={{ kind: 'email_change' }}
        onChangeAddress={() => setAwaitsCode(false)}
      />
    )
  }
  return (
    <>
      <p className="text-ink-soft">
        Where should we send your confirmation? With your email you can view and cancel the booking
        later.
      </p>
      <AccountForm
        submit={submit}
        work={send}
        foot={
          <Button variant="secondary" wide onPress={onCancel}>
            Cancel
          </Button>
        }
      >
        {(problems) => (
          <>
            <EmailField value={email} onChange={setEmail} error={problems['email']} />
            <NameField
              value={name}
              onChange={setName}
              description={nameHint}
              error={problems['full_name']}
            />
            <NewPasswordField
              value={password}
              onChange={setPassword}
              error={problems['password']}
              isOptional
            />
            {isTaken && (
              <Banner
                tone="error"
                action={
                  <Button variant="secondary" size="small" onPress={() => signIn({ email })}>
                    Sign In
                  </Button>
                }
              >
                This email already has an account. Sign in to continue; your selection is kept.
              </Banner>
            )}
          </>
        )}
      </AccountForm>
    </>
  )
}

import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { AccountForm } from './account-form.tsx'
import {
  upgradeGuest,
  type CodeKind,
  sendCode,
  resendConfirmation,
  type SignInMode,
  verifyCode,
} from './authenticate.ts'
import { EmailField, KnownEmail } from './email-field.tsx'
import { ResendButton } from './resend-button.tsx'

/**
 * `kind` is the kind of emailed code that the user has to enter. `before` is the step that
 * requested the code.
 */
export type AwaitedCode = { kind: CodeKind; before: SignInMode | 'email-code' }

const explanations: Record<CodeKind, string> = {
  email: 'It signs you in.',
  signup: 'It confirms your new account.',
  email_change: 'It confirms your email.',
}

const resenders: Record<CodeKind, (email: string) => Promise<unknown>> = {
  email: sendCode,
  signup: resendConfirmation,
  // Calling `upgradeGuest` again with the same email sends a new code.
  email_change: (email) => upgradeGuest(email),
}

/** Step that asks for an emailed code. The link in the same email also signs the user in. */
export function CodeStep(props: {
  email: string
  awaited: Pick<AwaitedCode, 'kind'>
  onChangeAddress: () => void
}) {
  const { awaited, onChangeAddress } = props
  const email = props.email.trim()
  const [code, setCode] = useState('')

  return (
    <>
      <p className="text-ink-soft">
        We emailed a code to <strong className="wrap-anywhere text-ink">{email}</strong>.{' '}
        {explanations[awaited.kind]} You can also use the link in the email.
      </p>
      <AccountForm submit="Continue" work={() => verifyCode(email, code, awaited.kind)}>
        {(problems) => (
          <>
            <KnownEmail email={email} />
            <CodeField
              label="Code"
              value={code}
              onChange={setCode}
              error={problems['code']}
              takesFocus
            />
          </>
        )}
      </AccountForm>
      <div className="flex flex-col gap-2">
        <ResendButton label="Send another code" resend={() => resenders[awaited.kind](email)} />
        <Button variant="quiet" wide onPress={onChangeAddress}>
          Use a different email
        </Button>
      </div>
    </>
  )
}

export function MailCodeStep(props: {
  email: string
  onEmail: (email: string) => void
  onCodeSent: () => void
  onBack: () => void
}) {
  const { email, onEmail, onCodeSent, onBack } = props
  return (
    <>
      <p className="text-ink-soft">
        We’ll email you a code, so you don’t need a password. If you’re new here, this creates your
        account.
      </p>
      <AccountForm
        submit="Email me a code"
        work={async () => {
          await sendCode(email.trim())
          onCodeSent()
        }}
        foot={
          <Button variant="quiet" wide onPress={onBack}>
            Back to Sign In
          </Button>
        }
      >
        {(problems) => (
          <EmailField value={email} onChange={onEmail} error={problems['email']} takesFocus />
        )}
      </AccountForm>
    </>
  )
}

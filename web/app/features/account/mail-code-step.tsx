import { Button } from '#web/ui/button.tsx'
import { AccountForm } from './account-form.tsx'
import { EmailField } from './email-field.tsx'
import { mailCode } from './one-time-code.ts'

/** Asks where to mail a code that signs in without a password. */
export function MailCodeStep(props: {
  email: string
  onEmail: (email: string) => void
  onMailed: () => void
  onBack: () => void
}) {
  const { email, onEmail, onMailed, onBack } = props
  return (
    <>
      <p className="text-ink-soft">
        We mail you a code, and you need no password. An address that is new here gets an account.
      </p>
      <AccountForm
        submit="E-mail me a code"
        work={async () => {
          await mailCode(email.trim())
          onMailed()
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

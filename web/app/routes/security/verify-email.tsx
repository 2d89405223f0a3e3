import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AccountForm, FailureBanner } from '#web/features/account/account-form.tsx'
import { ResendButton } from '#web/features/account/resend-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { sendVerificationCode, verifyEmail } from './change-account.ts'

export function VerifyEmail(props: { onVerified: () => void; beside: ReactNode }) {
  const { onVerified, beside } = props
  const [code, setCode] = useState('')
  const { mutate: send, ...sending } = useMutation({ mutationFn: sendVerificationCode })

  async function verify() {
    await verifyEmail(code)
    showToast({ title: 'Your email is confirmed', tone: 'success' })
    onVerified()
  }

  if (sending.isSuccess) {
    return (
      <div className="flex max-w-md flex-col gap-4">
        <p className="text-ink-soft">Enter the code we emailed you.</p>
        <AccountForm submit="Confirm my email" work={verify}>
          {(problems) => (
            <CodeField
              label="Code from the email"
              name="code"
              value={code}
              onChange={setCode}
              error={problems['code']}
              takesFocus
            />
          )}
        </AccountForm>
        <ResendButton label="Send another code" resend={sendVerificationCode} />
        {beside}
      </div>
    )
  }
  return (
    <>
      <p className="text-ink-soft">
        Confirm your email to turn on two-step verification and to include your messages to us in
        your data export.
      </p>
      <FailureBanner failure={sending.error ?? undefined} />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" isPending={sending.isPending} onPress={() => send()}>
          Confirm my email
        </Button>
        {beside}
      </div>
    </>
  )
}

import { company } from '@hourspace/domain/company.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { KnownEmail } from '#web/features/account/email-field.tsx'
import { ForgotStep } from '#web/features/account/forgot-step.tsx'
import { NewPasswordField } from '#web/features/account/new-password-field.tsx'
import { changePassword } from '#web/features/account/authenticate.ts'
import { useSession } from '#web/features/account/session.tsx'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { NeedsScripts } from './failed-link.tsx'
import { completeRedirect, RedirectError } from './redirect-result.ts'

export const meta = staticMeta({
  title: 'Choose a new password',
  description: `Give your ${company.name} account a new password.`,
  path: paths.resetPassword(),
  noindex: true,
})

/**
 * Page that the link in a password reset email opens. If the user has no session, the page offers a
 * new link.
 */
export default function ResetPassword() {
  const { user, needsSecondFactor, isGuest } = useSession()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>()
  const [email, setEmail] = useState('')

  useEffect(() => {
    completeRedirect().catch(setFailure)
  }, [])

  const hasFailed = !user && !needsSecondFactor && (failure !== undefined || isGuest)

  // If the page was not opened through an email link, shows no error and only offers to send a new
  // link.
  const isExpired = failure instanceof RedirectError && failure.code !== undefined

  function leave() {
    showToast({ title: 'Your password was changed', tone: 'success' })
    void navigate(paths.home(), { replace: true })
  }

  return (
    <MessagePage title={hasFailed ? 'Forgot your password?' : 'Choose a new password'}>
      <Card className="flex w-full max-w-md flex-col gap-5">
        {user && <ResetPasswordForm email={user.email} onChanged={leave} />}
        {hasFailed && (
          <>
            {isExpired && (
              <Banner tone="caution" title="This link has expired">
                Password reset links work once, for one hour.
              </Banner>
            )}
            <ForgotStep email={email} onEmail={setEmail} />
          </>
        )}
        {!user && !hasFailed && (
          <>
            <output className="sr-only">Checking the link</output>
            <Skeleton className="h-24 noscript:hidden" />
            <Skeleton className="h-11 noscript:hidden" />
            <NeedsScripts />
          </>
        )}
      </Card>
    </MessagePage>
  )
}

function ResetPasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [password, setPassword] = useState('')
  return (
    <>
      <p className="text-ink-soft">
        For <strong className="wrap-anywhere text-ink">{email}</strong>. Your other devices will be
        signed out.
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

import { company } from '@hourspace/domain/company.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { AccountForm } from '#web/features/account/account-form.tsx'
import { KnownEmail } from '#web/features/account/email-field.tsx'
import { ForgotStep } from '#web/features/account/forgot-step.tsx'
import { NewPasswordField } from '#web/features/account/new-password-field.tsx'
import { changePassword } from '#web/features/account/authenticate.ts'
import { codeOf } from '#web/features/account/failure-texts.ts'
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
 * Page that the link in a password reset email opens. Without a session, or if the session was not
 * opened by such a link, the page offers a new link.
 */
export default function ResetPassword() {
  const { user, needsSecondFactor, isGuest } = useSession()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>()
  const [email, setEmail] = useState('')

  useEffect(() => {
    completeRedirect().catch(setFailure)
  }, [])

  const [needsLink, setNeedsLink] = useState(false)
  // True once the page has had a session. A sign-out, for example in the second-factor dialog, ends
  // this session, and the page then offers a new link.
  const [wasSignedIn, setWasSignedIn] = useState(false)
  const isSignedIn = user !== null || needsSecondFactor === true
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true)
  const offersLink =
    needsLink || (!isSignedIn && (failure !== undefined || isGuest === true || wasSignedIn))

  // If the page was not opened through an email link, shows no error and only offers to send a new
  // link.
  const isExpired = !needsLink && failure instanceof RedirectError && failure.code !== undefined

  function leave() {
    showToast({ title: 'Your password was changed', tone: 'success' })
    void navigate(paths.home(), { replace: true })
  }

  async function change(current: string, password: string) {
    try {
      await changePassword(password)
    } catch (reason) {
      if (codeOf(reason) !== 'current_password_required') throw reason
      setEmail(current)
      return setNeedsLink(true)
    }
    leave()
  }

  return (
    <MessagePage title={offersLink ? 'Forgot your password?' : 'Choose a new password'}>
      <Card className="flex w-full max-w-md flex-col gap-5">
        {user && !needsLink && (
          <ResetPasswordForm
            email={user.email}
            change={(password) => change(user.email, password)}
          />
        )}
        {offersLink && (
          <>
            {needsLink && (
              <Banner tone="caution" title="You need a new link">
                Without your current password, only a link from an email lets you choose a new one.
              </Banner>
            )}
            {isExpired && (
              <Banner tone="caution" title="This link has expired">
                Password reset links work once, for one hour.
              </Banner>
            )}
            <ForgotStep email={email} onEmail={setEmail} />
          </>
        )}
        {!user && !offersLink && (
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

type ResetPasswordFormProps = { email: string; change: (password: string) => Promise<void> }

function ResetPasswordForm({ email, change }: ResetPasswordFormProps) {
  const [password, setPassword] = useState('')
  return (
    <>
      <p className="text-ink-soft">
        For <strong className="wrap-anywhere text-ink">{email}</strong>. Your other devices will be
        signed out.
      </p>
      <AccountForm submit="Change my password" work={() => change(password)}>
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

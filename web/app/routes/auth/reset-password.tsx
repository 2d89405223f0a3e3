import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Route } from './+types/reset-password'
import { arrive, FailedArrival } from './arrive.ts'
import { ForgotStep } from '#web/features/account/forgot-step.tsx'
import { NeedsScripts } from './needs-scripts.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { useSession } from '#web/features/account/session.tsx'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'Choose a new password',
      description: 'Give your Hourspace account a new password.',
      path: paths.resetPassword(),
      noindex: true,
    },
    matches,
  )
}

/** Where the link of a forgotten password leads. Without its session there is a new link to be had. */
export default function ResetPassword() {
  const { user, isHalfIn, isGuest } = useSession()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>()
  const [email, setEmail] = useState('')

  useEffect(() => {
    arrive().catch(setFailure)
  }, [])

  const hasFailed = !user && !isHalfIn && (failure !== undefined || isGuest)

  // Whoever came without a link is only told what to do.
  const isExpired = failure instanceof FailedArrival && failure.code !== undefined

  function leave() {
    showToast({ title: 'Your password is changed', tone: 'success' })
    void navigate(paths.home(), { replace: true })
  }

  return (
    <div className="page flex min-h-[65dvh] flex-col gap-8 py-14 sm:py-20">
      <PageHeader title="Choose a new password" />
      <Card className="flex w-full max-w-md flex-col gap-5">
        {user && <ResetPasswordForm email={user.email} onChanged={leave} />}
        {hasFailed && (
          <>
            {isExpired && (
              <Banner tone="caution" title="This link has expired">
                Links to a new password work once, and for an hour.
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
    </div>
  )
}

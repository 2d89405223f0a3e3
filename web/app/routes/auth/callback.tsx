import type { Route } from './+types/callback'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { safeNext } from '#web/features/account/return-address.ts'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { completeRedirect } from './redirect-result.ts'
import { FailedLink, NeedsScripts } from './failed-link.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'Signing in',
      description: 'Completing your sign-in.',
      path: paths.authCallback(),
      noindex: true,
    },
    matches,
  )
}

/**
 * Completes a sign-in through an identity provider or email link, then returns to the page where it
 * started.
 */
export default function AuthCallback() {
  const [search] = useSearchParams()
  const next = search.get('next')
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>()

  useEffect(() => {
    completeRedirect().then(() => navigate(safeNext(next), { replace: true }), setFailure)
  }, [next, navigate])

  if (failure !== undefined) return <FailedLink failure={failure} next={safeNext(next)} />
  return (
    <MessagePage title="Signing you in" description="One moment.">
      <Spinner label="Signing in" className="text-2xl noscript:hidden" />
      <NeedsScripts />
    </MessagePage>
  )
}

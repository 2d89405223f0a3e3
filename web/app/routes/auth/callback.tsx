import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { safeNext } from '#web/features/account/return-address.ts'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { completeRedirect } from './redirect-result.ts'
import { FailedLink, NeedsScripts } from './failed-link.tsx'

export const meta = staticMeta({
  title: 'Signing in',
  description: 'Completing your sign-in.',
  path: paths.authCallback(),
  noindex: true,
})

/** Completes a sign-in through an identity provider or email link, then opens the page `next`. */
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

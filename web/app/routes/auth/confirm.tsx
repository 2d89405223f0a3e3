import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Route } from './+types/confirm'
import { FailedArrival } from './arrive.ts'
import { FailureBanner } from '#web/features/account/failure-banner.tsx'
import { codeOf } from '#web/features/account/failure-texts.ts'
import { isLinkSpent } from './link-failure.ts'
import { followMailLink, isMailLinkType, mailLinks, type MailLinkType } from './mail-link.ts'
import { NeedsScripts } from './needs-scripts.tsx'
import { safeNext } from '#web/features/account/return-address.ts'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { pageMeta } from '#web/lib/seo.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { FailedLink } from './failed-link.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(
    {
      title: 'Confirm that it is you',
      description: 'Where the links of our mails lead.',
      path: paths.authConfirm(),
      noindex: true,
    },
    matches,
  )
}

/** Nothing happens before a press: programs that look into mails follow links as well. */
export default function AuthConfirm() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [waitsForOther, setWaitsForOther] = useState(false)
  const type = search.get('type')
  const tokenHash = search.get('token_hash')

  if (!isMailLinkType(type) || !tokenHash)
    return <FailedLink failure={new FailedArrival('', 'otp_expired')} next={paths.home()} />

  const end = () => endOf(type, search.get('next'))
  async function follow(known: MailLinkType, hash: string) {
    setPending(true)
    setFailure(undefined)
    try {
      const email = await followMailLink(known, hash)
      if (email === null) return setWaitsForOther(true)
      // A link may have been another person's.
      const title =
        known === 'email_change' ? `Your address is ${email} now` : `Signed in as ${email}`
      showToast({ title, tone: 'success' })
      void navigate(end(), { replace: true })
    } catch (reason) {
      setFailure(reason)
    } finally {
      setPending(false)
    }
  }

  if (type === 'recovery' && codeOf(failure) === 'otp_expired') {
    return (
      <MessagePage
        title="This link has expired"
        description="Links to a new password work once, and for an hour."
      >
        <LinkButton to={paths.resetPassword()}>Ask for a new link</LinkButton>
      </MessagePage>
    )
  }
  if (isLinkSpent(failure)) return <FailedLink failure={failure} next={end()} />
  if (waitsForOther) {
    return (
      <MessagePage
        title="Halfway there"
        description="This address agrees. Now follow the link in the mail to the other one."
      />
    )
  }
  const { title, lead, action } = mailLinks[type]
  return (
    <MessagePage title={title} description={lead}>
      <Button isPending={isPending} onPress={() => void follow(type, tokenHash)}>
        {action}
      </Button>
      <div className="w-full max-w-prose empty:hidden">
        <FailureBanner
          failure={failure}
          fallback="We could not be reached. The link still works: check your connection and press again."
        />
      </div>
      <NeedsScripts />
    </MessagePage>
  )
}

/** Where a link leads: whoever has no password yet, or forgot it, chooses one. */
function endOf(type: MailLinkType, next: string | null): string {
  if (type === 'recovery' || type === 'invite') return paths.resetPassword()
  const path = safeNext(next)
  // What brings a session itself has nothing to do for one that is there.
  const inner = new URL(path, location.origin)
  return inner.pathname === paths.authCallback() ? safeNext(inner.searchParams.get('next')) : path
}

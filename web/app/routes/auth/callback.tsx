import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { FailureBanner } from '#web/features/account/account-form.tsx'
import { safeNext } from '#web/features/account/return-address.ts'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { completeRedirect } from './redirect-result.ts'
import { FailedLink, NeedsScripts } from './failed-link.tsx'
import { acceptUrlSession, ownersOf, takeUrlSession, type UrlSession } from './url-session.ts'

export const meta = staticMeta({
  title: 'Signing in',
  description: 'Completing your sign-in.',
  path: paths.authCallback(),
  noindex: true,
})

type Question = { session: UrlSession; name: string; current: string | null }

/** Completes a sign-in through an identity provider or email link, then opens the page `next`. */
export default function AuthCallback() {
  const [search] = useSearchParams()
  const next = search.get('next')
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>()
  const [question, setQuestion] = useState<Question>()
  // Keeps the tokens in a ref: reading them clears the URL, and React may run the effect twice.
  const taken = useRef<UrlSession>(undefined)

  useEffect(() => {
    const leave = (path: string) => void navigate(path, { replace: true })
    async function complete() {
      const session = (taken.current ??= takeUrlSession() ?? undefined)
      if (!session) {
        await completeRedirect()
        return leave(safeNext(next))
      }
      const { name, isSame, current } = await ownersOf(session)
      if (!isSame) return setQuestion({ session, name, current })
      await acceptUrlSession(session)
      leave(endOf(session, next))
    }
    complete().catch(setFailure)
  }, [next, navigate])

  if (failure !== undefined) return <FailedLink failure={failure} next={safeNext(next)} />
  if (question) {
    return (
      <ConfirmSession
        {...question}
        onDone={(isIn) =>
          void navigate(isIn ? endOf(question.session, next) : paths.home(), { replace: true })
        }
      />
    )
  }
  return (
    <MessagePage title="Signing you in" description="One moment.">
      <Spinner label="Signing in" className="text-2xl noscript:hidden" />
      <NeedsScripts />
    </MessagePage>
  )
}

/** Returns the page to open after the sign-in. */
function endOf({ isForPassword }: UrlSession, next: string | null): string {
  return isForPassword ? paths.resetPassword() : safeNext(next)
}

/**
 * Asks the visitor before session tokens in a URL start a session. An attacker could send a link
 * with tokens of the attacker's own account. The visitor would then add private data to that
 * account.
 */
function ConfirmSession(props: Question & { onDone: (isIn: boolean) => void }) {
  const { session, name, current, onDone } = props
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function accept() {
    setPending(true)
    setFailure(undefined)
    try {
      await acceptUrlSession(session)
      onDone(true)
    } catch (reason) {
      setFailure(reason)
      setPending(false)
    }
  }

  return (
    <MessagePage
      title="Is this your account?"
      description={
        current
          ? `You are signed in as ${current}. This link signs you in as ${name} instead.`
          : `This link signs you in as ${name}. Continue only if this account is yours.`
      }
    >
      <Button isPending={isPending} onPress={() => void accept()}>
        Continue as {name}
      </Button>
      <Button variant="secondary" onPress={() => onDone(false)}>
        {current ? `Stay signed in as ${current}` : 'Cancel'}
      </Button>
      <div className="w-full max-w-prose empty:hidden">
        <FailureBanner failure={failure} fallback="We couldn’t sign you in. Please try again." />
      </div>
    </MessagePage>
  )
}

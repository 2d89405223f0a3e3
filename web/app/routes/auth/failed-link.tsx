import { useNavigate } from 'react-router'
import { useSession } from '#web/features/account/session.tsx'
import { useSignIn } from '#web/features/account/sign-in.tsx'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { linkFailure } from './redirect-result.ts'

/** Explains why a link failed. Signed-in users continue to `next`, others sign in first. */
export function FailedLink({ failure, next }: { failure: unknown; next: string }) {
  const { status } = useSession()
  const signIn = useSignIn()
  const navigate = useNavigate()
  const onSignedIn = () => void navigate(next, { replace: true })
  return (
    <div role="alert">
      <MessagePage {...linkFailure(failure)}>
        {status === 'signed-in' ? (
          <LinkButton to={next}>Continue</LinkButton>
        ) : (
          <Button onPress={() => signIn({ onSignedIn })}>Sign In</Button>
        )}
        <LinkButton to={paths.home()} variant="secondary">
          Return to Home
        </LinkButton>
      </MessagePage>
    </div>
  )
}

export function NeedsScripts() {
  return (
    <noscript>
      <p className="max-w-prose text-ink-soft">
        Signing in needs JavaScript. Turn it on for this site and reload the page. Your link still
        works.
      </p>
    </noscript>
  )
}

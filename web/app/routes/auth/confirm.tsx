import { company } from '@hourspace/domain/company.ts'
import type { EmailOtpType } from '@supabase/auth-js'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { browserClient } from '#web/data/browser-client.ts'
import { FailureBanner } from '#web/features/account/account-form.tsx'
import { codeOf } from '#web/features/account/failure-texts.ts'
import { safeNext } from '#web/features/account/return-address.ts'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { FailedLink, NeedsScripts } from './failed-link.tsx'
import { RedirectError, isLinkSpent } from './redirect-result.ts'

export const meta = staticMeta({
  title: 'Confirm it’s you',
  description: `Confirm a link from a ${company.name} email.`,
  path: paths.authConfirm(),
  noindex: true,
})

/** Redeems an email link only after a button press, because email scanners also open links. */
export default function AuthConfirm() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [waitsForOther, setWaitsForOther] = useState(false)
  const type = search.get('type')
  const tokenHash = search.get('token_hash')

  if (!isEmailLinkType(type) || !tokenHash)
    return <FailedLink failure={new RedirectError('', 'otp_expired')} next={paths.home()} />

  const end = () => destinationOf(type, search.get('next'))
  async function follow(linkType: EmailLinkType, hash: string) {
    setPending(true)
    setFailure(undefined)
    try {
      const email = await redeemEmailLink(linkType, hash)
      if (email === null) return setWaitsForOther(true)
      // The toast shows the email, because the link may belong to another user's account.
      const title =
        linkType === 'email_change' ? `Your email is now ${email}` : `Signed in as ${email}`
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
        description="Password reset links work once, for one hour."
      >
        <LinkButton to={paths.resetPassword()}>Get a new link</LinkButton>
      </MessagePage>
    )
  }
  if (isLinkSpent(failure)) return <FailedLink failure={failure} next={end()} />
  if (waitsForOther) {
    return (
      <MessagePage
        title="Halfway there"
        description="This email is confirmed. Now follow the link we sent to your other email."
      >
        <LinkButton to={paths.home()} variant="secondary">
          Go to the home page
        </LinkButton>
      </MessagePage>
    )
  }
  const { title, lead, action } = emailLinks[type]
  return (
    <MessagePage title={title} description={lead}>
      <Button isPending={isPending} onPress={() => void follow(type, tokenHash)}>
        {action}
      </Button>
      <div className="w-full max-w-prose empty:hidden">
        <FailureBanner
          failure={failure}
          fallback="We couldn’t connect. The link still works: check your connection and try again."
        />
      </div>
      <NeedsScripts />
    </MessagePage>
  )
}

/** Returns the page to open after an email link of this type has been redeemed. */
function destinationOf(type: EmailLinkType, next: string | null): string {
  if (type === 'recovery' || type === 'invite') return paths.resetPassword()
  const path = safeNext(next)
  // Skips the callback page, because the user is already signed in.
  const inner = new URL(path, location.origin)
  return inner.pathname === paths.authCallback() ? safeNext(inner.searchParams.get('next')) : path
}

const signIn = {
  title: 'One more step',
  lead: 'Select Sign In to finish signing in on this device.',
  action: 'Sign In',
}

/** Texts of the page by GoTrue's type of the email link. */
const emailLinks = {
  signup: {
    title: 'Confirm your email',
    lead: 'Select Confirm my email to finish creating your account.',
    action: 'Confirm my email',
  },
  magiclink: signIn,
  email: signIn,
  recovery: {
    title: 'Choose a new password',
    lead: 'This signs you in so you can choose a new password.',
    action: 'Continue',
  },
  invite: {
    title: 'You are invited',
    lead: 'Your account is ready. Just choose a password.',
    action: 'Accept the invitation',
  },
  email_change: {
    title: 'Confirm your email',
    lead: 'Select Confirm my email to change the email of your account.',
    action: 'Confirm my email',
  },
} satisfies Partial<Record<EmailOtpType, { title: string; lead: string; action: string }>>

type EmailLinkType = keyof typeof emailLinks

function isEmailLinkType(type: string | null): type is EmailLinkType {
  return type !== null && Object.hasOwn(emailLinks, type)
}

/**
 * Redeems an email link and returns the user's email. Returns null if the email change also needs
 * the link in a second email.
 */
async function redeemEmailLink(type: EmailLinkType, tokenHash: string): Promise<string | null> {
  const { auth } = await browserClient()
  const { data, error } = await auth.verifyOtp({ type, token_hash: tokenHash })
  if (error) throw error
  return data.session && (data.session.user.email ?? '')
}

import { useEffect, useState } from 'react'
import { company } from '@hourspace/domain/company.ts'
import { environment } from '#web/data/environment.ts'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import { signOut } from '#web/features/account/sign-out.ts'
import { PageHeader } from '#web/features/content/page-header.tsx'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { clearSessionStorage } from '#web/lib/local-storage.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { allowReplays, allowsReplays } from '#web/monitoring/recorded-visit.ts'
import { Card } from '#web/ui/card.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { DeleteCard } from './delete-card.tsx'
import { ExportCard } from './export-card.tsx'
import { NewsletterCard } from './newsletter-card.tsx'

export const meta = staticMeta({
  title: 'Privacy Settings',
  description: `Export everything ${company.name} stores about you, or delete your account.`,
  path: paths.privacySettings(),
  noindex: true,
})

export default function PrivacySettings() {
  const [isDeleted, setDeleted] = useState(false)

  useEffect(() => {
    if (!isDeleted) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [isDeleted])

  function onDeleted() {
    setDeleted(true)
    // Deletes the drafts in this tab, because they belong to the deleted account.
    clearSessionStorage()
    void signOut()
  }

  if (!isDeleted) return <Settings onDeleted={onDeleted} />
  return (
    <MessagePage
      title="Your account is deleted"
      description="Your personal data has been deleted. Thank you for being with us. You can create a new account with the same email anytime."
    >
      <LinkButton to={paths.home()}>Return to Home</LinkButton>
    </MessagePage>
  )
}

function Settings({ onDeleted }: { onDeleted: () => void }) {
  const user = useUserOrSignIn()
  return (
    <div className="page flex min-h-[65dvh] flex-col gap-6 py-8 sm:py-10">
      <PageHeader
        compact
        crumbs={[{ label: 'Profile', to: paths.profile() }]}
        title="Privacy Settings"
        lead="Your data is yours: export it or delete it."
      />
      <div className="grid gap-6 lg:grid-cols-2">
        {user ? (
          <>
            <ExportCard />
            <div className="flex flex-col gap-6">
              <ReplayCard />
              <NewsletterCard userId={user.id} email={user.email} />
            </div>
          </>
        ) : (
          <>
            <output className="sr-only">Checking your account</output>
            <Skeleton className="h-80 rounded-card sm:h-59" />
            <Skeleton className="h-53 rounded-card sm:h-38 lg:h-auto" />
          </>
        )}
      </div>
      {user ? (
        <DeleteCard user={user} onDeleted={onDeleted} />
      ) : (
        <Skeleton className="h-160 rounded-card lg:h-120" />
      )}
    </div>
  )
}

/** Asks for consent to session replays. Renders nothing if session replays are disabled. */
function ReplayCard() {
  const [isAllowed, setAllowed] = useState(allowsReplays)
  if (!environment().monitoring?.replaysSessionSampleRate) return null

  function change(next: boolean) {
    allowReplays(next)
    setAllowed(allowsReplays())
  }

  return (
    <Card className="flex flex-col items-start gap-4">
      <h2 className="text-xl">Replays of your visits</h2>
      <p className="text-ink-soft">
        A replay shows us how a page looked when something went wrong. Every text, input and picture
        is masked, and payment fields are left out. We record nothing unless you allow it. Your
        choice is kept in this browser; turning it off stops a recording at once.
      </p>
      <Switch isSelected={isAllowed} onChange={change}>
        Allow replays
      </Switch>
    </Card>
  )
}

import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { company } from '@hourspace/domain/company.ts'
import { errorText, spaceNotFound } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { MessagePage } from './message-page.tsx'

/** The error page. After a network error, the user can retry without reloading the page. */
export function ErrorPage({ error }: { error: unknown }) {
  const { title, description, status } = errorText(error)
  useEffect(() => {
    if (status >= 500) console.error(error)
  }, [error, status])

  return (
    <MessagePage
      title={title}
      description={description}
      mark={status === 500 || status === 0 ? undefined : String(status)}
    >
      {/* Sets the title here, because React Router renders no metadata for a failed route. */}
      <title>{`${title} · ${company.name}`}</title>
      <meta name="robots" content="noindex" />
      <WayOn status={status} isSpace={title === spaceNotFound} />
    </MessagePage>
  )
}

function WayOn({ status, isSpace }: { status: number; isSpace: boolean }) {
  if (status === 0) return <TryAgain />
  if (status >= 500) return <Button onPress={() => location.reload()}>Refresh Page</Button>
  return (
    <>
      <LinkButton to={paths.explore()}>Explore Spaces</LinkButton>
      {isSpace && (
        <LinkButton to={paths.myBookings()} variant="secondary">
          My Bookings
        </LinkButton>
      )}
      <LinkButton to={paths.home()} variant="secondary">
        Return to Home
      </LinkButton>
    </>
  )
}

/** Retries when the user presses the button or when the network is available again. */
function TryAgain() {
  const { state, revalidate } = useRevalidator()
  const retry = useEffectEvent(() => void revalidate())
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])
  return (
    <Button isPending={state !== 'idle'} onPress={() => void revalidate()}>
      Try again
    </Button>
  )
}

/** Error page without header and footer, for errors of the root route. */
export function CrashPage({ error }: { error: unknown }) {
  return (
    <main>
      <ErrorPage error={error} />
    </main>
  )
}

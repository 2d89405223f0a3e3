import { useEffect } from 'react'
import { errorText } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { MessagePage } from './message-page.tsx'

/** What stands where a page failed. A missing page leads home, a broken one can be refreshed. */
export function ErrorPage({ error }: { error: unknown }) {
  const { title, description, status } = errorText(error)
  useEffect(() => {
    if (status >= 500) console.error(error)
  }, [error, status])

  return (
    <MessagePage
      title={title}
      description={description}
      mark={status === 500 ? undefined : String(status)}
    >
      {/* The router leaves out the metadata of a page that failed. */}
      <title>{`${title} · Hourspace`}</title>
      <meta name="robots" content="noindex" />
      {status >= 500 ? (
        <Button onPress={() => location.reload()}>Refresh Page</Button>
      ) : (
        <>
          <LinkButton to={paths.explore()}>Explore Spaces</LinkButton>
          <LinkButton to={paths.home()} variant="secondary">
            Return to Home
          </LinkButton>
        </>
      )}
    </MessagePage>
  )
}

/** The same outside the shell, when nothing else could be drawn. */
export function CrashPage({ error }: { error: unknown }) {
  return (
    <main>
      <ErrorPage error={error} />
    </main>
  )
}

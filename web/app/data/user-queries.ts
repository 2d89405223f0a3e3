import type { QueryClient } from '@tanstack/react-query'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { browserClient, mayHaveSession } from './browser-client.ts'
import { queryClient } from './query-client.ts'

type Start = (userId: string, queries: QueryClient, args: ClientLoaderFunctionArgs) => void

/**
 * Returns the `clientLoader` of a private page, which starts the page's queries early. During a
 * navigation, they start at its beginning. After a full load, they start once React has hydrated
 * the page, before `SessionProvider` renders the user. The route also needs a `loader`: without
 * one, the server would not render the page.
 */
export function startsQueries(start: Start) {
  function clientLoader(args: ClientLoaderFunctionArgs) {
    // Returns without waiting for the session, because the page shows that it is loading.
    // `SessionProvider` handles a failed load of the session library.
    if (mayHaveSession())
      void signedInUserId().then(
        (userId) => userId && start(userId, queryClient(), args),
        () => {},
      )
    return { renderedAt: new Date() }
  }
  return Object.assign(clientLoader, { hydrate: true as const })
}

/**
 * Returns the id of the signed-in user. Returns null without a session, for an anonymous user and
 * until the user has entered a required second factor.
 */
async function signedInUserId(): Promise<string | null> {
  const client = await browserClient()
  const { session } = (await client.auth.getSession()).data
  if (!session || session.user.is_anonymous || !client.hasRequiredFactors(session)) return null
  return session.user.id
}

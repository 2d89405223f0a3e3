import { isRouteErrorResponse } from 'react-router'

/** Browsers' messages for failed network requests, which are too technical for users. */
const unreachable =
  /^(TypeError: )?(Failed to fetch( \(.+\))?|Load failed( \(.+\))?|NetworkError when attempting to fetch resource\.)$|^Failed to send a request to the Edge Function$/

/** Browsers' messages for code that failed to load, while offline or after a deployment. */
const notLoaded =
  /^(Failed to fetch|error loading) dynamically imported module|^Importing a module script failed/

/** Returns the message of an error. Returns `fallback` if the message is missing or too technical. */
export function messageOf(error: unknown, fallback: string): string {
  if (typeof error === 'string') return error || fallback
  if (isRouteErrorResponse(error))
    return typeof error.data === 'string' && error.data ? error.data : fallback
  const message = messageIn(error)
  return message && !unreachable.test(message) && !notLoaded.test(message) ? message : fallback
}

/**
 * Returns the message of an error, or ''. Also accepts plain objects, because PostgREST errors are
 * plain objects unless a query uses `throwOnError`.
 */
function messageIn(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return ''
  return typeof error.message === 'string' ? error.message : ''
}

/** Returns true if a request got no response: the browser is offline or the server unreachable. */
export function isUnreachable(error: unknown): boolean {
  return unreachable.test(messageIn(error))
}

type ErrorText = { title: string; description: string }

const crash: ErrorText = {
  title: 'Something went wrong',
  description: "We're sorry, but something went wrong. Please try refreshing the page.",
}

const networkFailure: ErrorText = {
  title: 'No connection',
  description:
    'This page could not be loaded. Check your connection; the page reloads when you are back online.',
}

/** Default texts of the error page by HTTP status. The default for other statuses is `crash`. */
const byStatus: Record<number, ErrorText> = {
  401: { title: 'Please sign in', description: 'Sign in to see this page.' },
  403: {
    title: 'You don’t have access to this page',
    description: 'Sign in with another account, or go back.',
  },
  404: { title: 'Page not found', description: 'The link may be wrong, or the page has moved.' },
  429: {
    title: 'One moment',
    description: 'Too many requests at once. Please try again in a few minutes.',
  },
  503: {
    title: 'Back in a moment',
    description: 'The service is starting or under maintenance. Please try again in a few minutes.',
  },
}

/** Title of the error page for a space without a public page, as in the specification. */
export const spaceNotFound = 'Space not found'

const unlisted =
  'It is no longer listed, or the link is wrong. If you booked it, your booking is in My Bookings.'

/** Returns the texts of the error page. The status of a network failure is 0. */
export function errorText(error: unknown): ErrorText & { status: number } {
  if (isUnreachable(error)) return { ...networkFailure, status: 0 }
  if (!isRouteErrorResponse(error)) return { ...crash, status: 500 }
  const { status } = error
  const known = byStatus[status] ?? crash
  // Hides the text of a server or gateway error, because the text is meant for logs.
  const isOurs = status < 500 || status in byStatus
  const title = isOurs ? messageOf(error, known.title) : known.title
  const description = title === spaceNotFound ? unlisted : known.description
  return { title, description, status }
}

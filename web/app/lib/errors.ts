import { isRouteErrorResponse } from 'react-router'

/** What browsers and supabase-js say when nothing answered: words for a log, not for a reader. */
const unreachable =
  /^(TypeError: )?(Failed to fetch( \(.+\))?|Load failed( \(.+\))?|NetworkError when attempting to fetch resource\.)$|^Failed to send a request to the Edge Function$/

/**
 * The text to show for a failure: its own message when it has one that a person can read, otherwise
 * `fallback` (spec, section 8). Understands Error, Supabase's `{ message }` and thrown responses.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (typeof error === 'string') return error || fallback
  if (isRouteErrorResponse(error))
    return typeof error.data === 'string' && error.data ? error.data : fallback
  if (typeof error === 'object' && error !== null && 'message' in error) {
    const { message } = error
    return typeof message === 'string' && !unreachable.test(message) && message ? message : fallback
  }
  return fallback
}

/** True when a request got no answer at all: no network, or nobody at the other end. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Error && unreachable.test(error.message)
}

type ErrorText = { title: string; description: string }

const crash: ErrorText = {
  title: 'Something went wrong',
  description: "We're sorry, but something went wrong. Please try refreshing the page.",
}

const noAnswer: ErrorText = {
  title: 'No connection',
  description:
    'This page did not come through. Check your connection; it is fetched again as soon as there is one.',
}

/** What the error boundary says for each status; anything else is the crash screen's text. */
const byStatus: Record<number, ErrorText> = {
  401: { title: 'Please sign in', description: 'This page is for signed-in people.' },
  403: { title: 'This page is not yours to see', description: 'Your account has no access to it.' },
  404: { title: 'Page not found', description: 'There is nothing at this address.' },
  429: { title: 'One moment', description: 'Too many requests at once. Please try again shortly.' },
  503: { title: 'Back in a moment', description: 'The service is starting or being looked after.' },
}

/**
 * Title and description of an error screen. A thrown response's own text becomes the title; the
 * status is 0 where there was no answer.
 */
export function errorText(error: unknown): ErrorText & { status: number } {
  if (isUnreachable(error)) return { ...noAnswer, status: 0 }
  if (!isRouteErrorResponse(error)) return { ...crash, status: 500 }
  const { status } = error
  const known = byStatus[status] ?? crash
  // Whatever a broken server or a gateway says of itself is for a log.
  const isOurs = status < 500 || status in byStatus
  return { ...known, title: isOurs ? messageOf(error, known.title) : known.title, status }
}

import { messageOf } from '#web/lib/errors.ts'
import { RetryBanner } from '#web/ui/retry-banner.tsx'

/** Shows a TanStack query's error with a retry button. Renders nothing without an error. */
export function QueryError(props: {
  query: { error: Error | null; refetch: () => Promise<unknown> }
  /** `fallback` is shown if the error has no message for users. */
  fallback: string
}) {
  const { query, fallback } = props
  if (!query.error) return null
  return (
    <RetryBanner message={messageOf(query.error, fallback)} onRetry={() => void query.refetch()} />
  )
}

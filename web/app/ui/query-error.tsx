import { messageOf } from '#web/lib/errors.ts'
import { RetryBanner } from '#web/ui/retry-banner.tsx'

/**
 * Shows the error of a TanStack query with a retry button. Renders nothing if there is no error.
 */
export function QueryError(props: {
  query: { error: Error | null; refetch: () => Promise<unknown> }
  /** `fallback` is shown if the error's message is not meant for users. */
  fallback: string
}) {
  const { query, fallback } = props
  if (!query.error) return null
  return (
    <RetryBanner message={messageOf(query.error, fallback)} onRetry={() => void query.refetch()} />
  )
}

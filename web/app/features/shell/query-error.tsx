import { messageOf } from '#web/lib/errors.ts'
import { RetryBanner } from '#web/ui/retry-banner.tsx'

/** Shows the error of a TanStack query and a retry button. Renders nothing without an error. */
export function QueryError(props: {
  query: { error: Error | null; refetch: () => Promise<unknown> }
  /** Shown if the error has no message that is meant for users. */
  fallback: string
}) {
  const { query, fallback } = props
  if (!query.error) return null
  return (
    <RetryBanner message={messageOf(query.error, fallback)} onRetry={() => void query.refetch()} />
  )
}

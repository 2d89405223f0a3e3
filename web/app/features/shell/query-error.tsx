import { messageOf } from '#web/lib/errors.ts'
import { RetryBanner } from '#web/ui/retry-banner.tsx'

/** The error of a TanStack query with a button that fetches again. Renders nothing otherwise. */
export function QueryError(props: {
  query: { error: Error | null; refetch: () => Promise<unknown> }
  /** Shown if the error has no message for users. */
  fallback: string
}) {
  const { query, fallback } = props
  if (!query.error) return null
  return (
    <RetryBanner message={messageOf(query.error, fallback)} onRetry={() => void query.refetch()} />
  )
}

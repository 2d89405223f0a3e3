import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { RetryBanner } from './retry-banner.tsx'

type ShowMoreProps = {
  hasMore: boolean
  isPending: boolean
  onPress: () => void
  error?: string | undefined
  /** `onRetry` loads the list again. Its button replaces a missing button "Show more". */
  onRetry?: () => void
  /** Name of the list for screen readers, on pages with several lists. Such buttons are small. */
  list?: string
}

export function ShowMore({ hasMore, isPending, onPress, error, onRetry, list }: ShowMoreProps) {
  return (
    <>
      {error &&
        (onRetry && !hasMore ? (
          <RetryBanner message={error} onRetry={onRetry} />
        ) : (
          <Banner tone="error">{error}</Banner>
        ))}
      {hasMore && (
        <Button
          variant="secondary"
          size={list ? 'small' : 'medium'}
          className="self-center"
          isPending={isPending}
          onPress={onPress}
        >
          Show more{list && <span className="sr-only"> {list}</span>}
        </Button>
      )}
    </>
  )
}

import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { RetryBanner } from './retry-banner.tsx'

type ShowMoreProps = {
  hasMore: boolean
  isPending: boolean
  onPress: () => void
  error?: string | undefined
  /** `onRetry` loads the list again after an error that leaves no button "Show more". */
  onRetry?: () => void
  /**
   * `list` names the list for screen readers and makes the button small. Set it on pages with
   * several lists.
   */
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

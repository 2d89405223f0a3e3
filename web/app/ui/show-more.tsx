import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

type ShowMoreProps = {
  /** Whether more items exist; false hides the button. */
  hasMore: boolean
  isPending: boolean
  onPress: () => void
  /** Error message for the user. */
  error?: string | undefined
  /** Name of the list for screen readers, on pages with several lists. Makes the button small. */
  list?: string
}

/** The end of a paged list: the last error and a 'Show more' button. */
export function ShowMore({ hasMore, isPending, onPress, error, list }: ShowMoreProps) {
  return (
    <>
      {error && <Banner tone="error">{error}</Banner>}
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

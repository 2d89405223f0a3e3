import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

type ShowMoreProps = {
  /** Whether more items exist. If false, the button is hidden. */
  hasMore: boolean
  isPending: boolean
  onPress: () => void
  /** Error message shown to the user. */
  error?: string | undefined
  /**
   * Name of the list for screen readers, on pages with several lists. Setting it makes the button
   * small.
   */
  list?: string
}

/** The end of a paged list, with the last error and a 'Show more' button. */
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

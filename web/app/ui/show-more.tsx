import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

type ShowMoreProps = {
  hasMore: boolean
  isPending: boolean
  onPress: () => void
  error?: string | undefined
  /** Name of the list for screen readers, on pages with several lists. Such buttons are small. */
  list?: string
}

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

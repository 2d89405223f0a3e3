import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

type ShowMoreProps = {
  /** Whether anything is left to show; without it there is no button. */
  hasMore: boolean
  isPending: boolean
  onPress: () => void
  /** What failed, in words for people. */
  error?: string | undefined
  /** Which of a page's lists grows, for who does not see it; its button is a small one. */
  list?: string
}

/** The end of a list that grows on request: what failed of it, and the button for more. */
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

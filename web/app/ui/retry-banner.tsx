import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

type RetryBannerProps = {
  /** What failed, in words for people. */
  message: string
  onRetry: () => void
  className?: string
}

/** Says what could not be loaded, and loads it again. */
export function RetryBanner({ message, onRetry, className }: RetryBannerProps) {
  return (
    <Banner
      tone="error"
      className={className}
      action={
        <Button size="small" variant="secondary" onPress={onRetry}>
          Try again
        </Button>
      }
    >
      {message}
    </Banner>
  )
}

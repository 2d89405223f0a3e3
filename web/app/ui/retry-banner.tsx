import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

type RetryBannerProps = {
  /** Error message shown to the user. */
  message: string
  onRetry: () => void
  className?: string
}

/** An error message with a button that retries the request. */
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

import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

type RetryBannerProps = {
  message: string
  onRetry: () => void
  className?: string
}

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

import { Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { cx } from '#web/ui/cx.ts'
import { showToast } from '#web/ui/toast.tsx'

type ShareButtonProps = {
  /** `url` is an absolute URL, or a path on this site. */
  url: string
  title: string
  label?: ReactNode
  className?: string
}

/** Button that opens the system's share sheet, or copies the link if the sheet cannot open. */
export function ShareButton({ url, title, label = 'Share', className }: ShareButtonProps) {
  async function share() {
    const link = new URL(url, location.href).href
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url: link })
    } catch (error) {
      // `AbortError` means that the user closed the share sheet. After other errors, such as a
      // denied permission, the link is copied instead.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
    try {
      await navigator.clipboard.writeText(link)
      showToast({ title: 'Link copied', tone: 'success' })
    } catch {
      showToast({ title: 'The link could not be copied', description: link, tone: 'error' })
    }
  }

  return (
    <button
      type="button"
      onClick={() => void share()}
      className={cx(buttonStyles({ variant: 'secondary', size: 'small' }), className)}
    >
      <Share2 aria-hidden className="size-4" />
      {label}
    </button>
  )
}

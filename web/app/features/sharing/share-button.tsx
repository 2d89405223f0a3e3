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

/** Button that opens the system's share sheet, or copies the link if there is no share sheet. */
export function ShareButton({ url, title, label = 'Share', className }: ShareButtonProps) {
  async function share() {
    const link = new URL(url, location.href).href
    if (typeof navigator.share === 'function') {
      // `navigator.share` rejects if the user closes the share sheet.
      await navigator.share({ title, url: link }).catch(() => {})
      return
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

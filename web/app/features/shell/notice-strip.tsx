import { X } from 'lucide-react'
import { useEnvironment } from '#web/data/use-environment.ts'
import { storeText } from '#web/lib/local-storage.ts'
import { Badge } from '#web/ui/badge.tsx'

const storageKey = 'hourspace-demo-notice'

/**
 * Hides a dismissed notice before the first paint, because the server renders the notice for every
 * visitor.
 */
export const noticeScript = `try{if(localStorage.getItem('${storageKey}'))document.documentElement.dataset.demoNotice='off'}catch{}`

function dismiss() {
  storeText(storageKey, 'off')
  document.documentElement.dataset.demoNotice = 'off'
}

export function NoticeStrip() {
  const environment = useEnvironment()
  if (!environment?.demo && !environment?.stripeSandbox) return null
  return (
    <aside
      aria-label="About this site"
      className="bg-caution-soft text-xs text-caution-ink sm:text-sm"
    >
      <div className="page flex min-h-9 flex-wrap items-center gap-x-2 py-1">
        {environment.stripeSandbox && (
          <Badge tone="caution" dot className="-ml-2.5">
            Sandbox payments
          </Badge>
        )}
        {environment.demo && (
          <div className="flex min-w-0 grow items-center gap-1 in-data-[demo-notice=off]:hidden">
            <p className="grow">
              <span className="sm:hidden">Demo data.</span>
              <span className="max-sm:hidden">
                This is a demo. The spaces and the people in it are made up.
              </span>
            </p>
            <button
              type="button"
              aria-label="Dismiss the demo notice"
              onClick={dismiss}
              className="-mr-2 inline-flex size-8 shrink-0 items-center justify-center rounded-full hover:bg-caution/20 pointer-coarse:size-11"
            >
              <X aria-hidden className="size-4" />
            </button>
          </div>
        )}
      </div>
    </aside>
  )
}

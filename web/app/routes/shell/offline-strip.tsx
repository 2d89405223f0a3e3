import { useEffect, useRef, useState } from 'react'
import { createPath, useBlocker, useNavigate, type Location } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { useIsOffline } from '#web/features/shell/use-is-offline.ts'

/** Delays navigations while the browser is offline, until the network is available again. */
export function OfflineStrip() {
  const isOffline = useIsOffline()
  const navigate = useNavigate()
  const wanted = useRef<Location>(null)

  useEffect(() => {
    if (isOffline || !wanted.current) return
    const path = createPath(wanted.current)
    wanted.current = null
    void navigate(path)
  }, [isOffline, navigate])

  return isOffline && <Strip onHeld={(location) => (wanted.current = location)} />
}

/**
 * Rendered only while offline, because React Router supports only one navigation blocker at a time,
 * and forms also use a blocker.
 */
function Strip({ onHeld }: { onHeld: (location: Location | null) => void }) {
  const blocker = useBlocker(true)
  const held = blocker.state === 'blocked' ? blocker : undefined
  const [isTrying, setTrying] = useState(false)

  useEffect(() => {
    if (held) onHeld(held.location)
  })

  /** Sends a test request, because the browser may report a wrong network status. */
  async function tryAgain() {
    setTrying(true)
    const hasAnswer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
      () => true,
      () => false,
    )
    setTrying(false)
    if (!hasAnswer) return
    onHeld(null)
    held?.proceed()
  }

  return (
    <div className="fixed inset-x-0 bottom-0 z-50 border-t border-line bg-raised shadow-floating max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))]">
      <div className="page flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
        <output>
          {held
            ? 'You’re offline. The page you requested will open when you’re back online.'
            : 'You’re offline. You can keep reading this page.'}
        </output>
        {held && (
          <Button size="small" isPending={isTrying} onPress={() => void tryAgain()}>
            Try again
          </Button>
        )}
      </div>
    </div>
  )
}

import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'

/**
 * Makes the Back button call `onClose` instead of leaving the page while the component is mounted.
 * Going back to another site still leaves the page. If several components are mounted, the last one
 * handles Back.
 */
export function useBackCloses(onClose: () => void): void {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP')
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    close()
  }, [blocker])
}

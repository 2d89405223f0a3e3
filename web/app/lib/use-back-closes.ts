import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'

/**
 * Makes the browser's Back button call `onClose` instead of leaving the page, while the component
 * is mounted. Going back to another site still leaves. If several mounted components block the
 * navigation, React Router asks the one that mounted last.
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

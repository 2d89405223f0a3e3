import { useSyncExternalStore } from 'react'
import { isDark } from './theme.ts'

function subscribe(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const choice = new MutationObserver(listener)
  system.addEventListener('change', listener)
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', listener)
    choice.disconnect()
  }
}

/** Whether the page is dark, for what no style sheet of ours reaches. False on the server. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, isDark, () => false)
}

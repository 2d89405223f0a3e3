import { useEffect, useSyncExternalStore } from 'react'
import { useSession } from './session.tsx'

/** Whose screens the header and the account menu offer. The user's last choice is remembered. */
export type Mode = 'guest' | 'host'

const storageKey = 'hourspace-mode'

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function read(): Mode | null {
  const stored = localStorage.getItem(storageKey)
  return stored === 'guest' || stored === 'host' ? stored : null
}

/**
 * Returns the mode of the signed-in user, or null until it is known. Before the first choice,
 * users with listings are in host mode.
 */
export function useMode(): Mode | null {
  const { profile } = useSession()
  const stored = useSyncExternalStore(subscribe, read, () => null)
  if (stored || !profile) return stored
  return profile.is_host ? 'host' : 'guest'
}

/** Switches to the mode of the shown screens, because opening them is the choice of a mode. */
export function useScreensOf(mode: Mode): void {
  const { status } = useSession()
  useEffect(() => {
    if (status !== 'signed-in' || read() === mode) return
    localStorage.setItem(storageKey, mode)
    for (const listener of listeners) listener()
  }, [mode, status])
}

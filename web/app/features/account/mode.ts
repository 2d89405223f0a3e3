import { useEffect } from 'react'
import { onStorageChange, readText, storeText } from '#web/lib/local-storage.ts'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'
import { useSession } from './session.tsx'

/** Whether the header and the account menu link to the screens for guests or for hosts. */
export type AccountMode = 'guest' | 'host'

const storageKey = 'hourspace-mode'

function read(): AccountMode | null {
  const stored = readText(storageKey)
  return stored === 'guest' || stored === 'host' ? stored : null
}

/** Returns the user's mode; null until it is known. Users with listings start in host mode. */
export function useMode(): AccountMode | null {
  const { profile } = useSession()
  const stored = useBrowserValue(read, null, onStorageChange)
  if (stored || !profile) return stored
  return profile.is_host ? 'host' : 'guest'
}

/** Switches to the mode of the opened screen (guest or host). */
export function useScreensOf(mode: AccountMode): void {
  const { status } = useSession()
  useEffect(() => {
    if (status !== 'signed-in' || read() === mode) return
    storeText(storageKey, mode)
  }, [mode, status])
}

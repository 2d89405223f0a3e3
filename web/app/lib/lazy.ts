import { lazy as reactLazy } from 'react'

const retryMs = 1_000

/**
 * Loads code, and retries once after a failure. While the browser is offline, waits for the
 * connection. Throws the error of the second failure while the browser is online.
 */
export async function loadWhenOnline<Module>(
  load: () => Promise<Module>,
  isRetry = false,
): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const isOffline = navigator.onLine === false
    if (isRetry && !isOffline) throw error
    await new Promise((resolve) => {
      if (isOffline) addEventListener('online', resolve, { once: true })
      else setTimeout(resolve, retryMs)
    })
    return loadWhenOnline(load, !isOffline)
  }
}

/**
 * Like React's `lazy`, but retries a failed load. React's `lazy` does not retry, and the failure
 * replaces the page with the error page.
 */
export const lazy: typeof reactLazy = (load) => reactLazy(() => loadWhenOnline(load))

import { lazy as reactLazy } from 'react'

const retryMs = 1_000

/**
 * Loads code, again if that fails. While the browser is offline, waits for the connection. Throws
 * the error of the second failure while the browser is online.
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
 * React's `lazy`, for code that is needed later. React's own never loads again after a failure, and
 * replaces the page with the error page.
 */
export const lazy: typeof reactLazy = (load) => reactLazy(() => loadWhenOnline(load))

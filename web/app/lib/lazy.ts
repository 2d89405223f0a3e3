import { lazy as reactLazy } from 'react'

const retryMs = 1_000

/**
 * Loads code, and retries once after a failure. A failure while the browser is offline does not
 * count: the next attempt then waits for the connection. Throws the error of the failed retry.
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

const keepLoadingMs = 5_000

/**
 * Loads data that a page needs, and calls `onResult` with the data. After a failure, logs the
 * error, calls `onResult` with null, and retries after 5 s. Returns a function that stops the
 * retries.
 */
export function keepLoading<Data>(
  load: () => Promise<Data>,
  onResult?: (data: Data | null) => void,
): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout>
  const attempt = async () => {
    const data = await load().catch((error: unknown) => {
      console.error('Failed to load', error)
      return null
    })
    if (isStopped) return
    onResult?.(data)
    if (data === null) timer = setTimeout(attempt, keepLoadingMs)
  }
  void attempt()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/**
 * Like React's `lazy`, but retries a failed load. React's `lazy` does not retry, and the failure
 * replaces the page with the error page.
 */
export const lazy: typeof reactLazy = (load) => reactLazy(() => loadWhenOnline(load))

import { startTransition, useEffect, useState } from 'react'

const tickMs = 30_000

/**
 * Returns `renderedAt` until hydration. Afterward, returns the current time, updated twice a
 * minute.
 */
export function useNow(renderedAt: Date): Date {
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    // Uses a transition, so that the update never delays user input.
    const tick = () => startTransition(() => setNow(new Date()))
    tick()
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

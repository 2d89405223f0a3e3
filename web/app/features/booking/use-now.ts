import { startTransition, useEffect, useState } from 'react'

const tickMs = 30_000

/**
 * The present, renewed twice a minute. On the server, and for the browser's first drawing of its
 * page, it is `renderedAt`.
 */
export function useNow(renderedAt: Date): Date {
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    // Nobody waits for the minute to turn: what people do meanwhile comes first.
    const tick = () => startTransition(() => setNow(new Date()))
    tick()
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

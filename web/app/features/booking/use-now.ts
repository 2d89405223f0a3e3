import { useSyncExternalStore } from 'react'

const tickMs = 30_000

let present = new Date()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  present = new Date()
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    present = new Date()
    timer = setInterval(tick, tickMs)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/**
 * The present, renewed twice a minute. On the server, and for the browser's first drawing of its
 * page, it is `renderedAt`.
 */
export function useNow(renderedAt: Date): Date {
  return useSyncExternalStore(
    subscribe,
    () => present,
    () => renderedAt,
  )
}

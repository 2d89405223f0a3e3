import type { Store } from './store.ts'

const offsetSetting = 'clock_offset_ms'

export type Time = { now(): Date; seconds(): number }

/** The fake's clock: the system time plus a stored offset. The clock never goes backward. */
export class Clock implements Time {
  readonly #store: Store
  readonly #listeners = new Set<(now: Date) => void>()
  #offsetMs: number

  constructor(store: Store) {
    this.#store = store
    this.#offsetMs = Number(store.setting(offsetSetting) ?? 0)
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs)
  }

  seconds(): number {
    return Math.floor(this.now().getTime() / 1000)
  }

  /** Moves the clock forward. Returns false if `target` is more than one second in the past. */
  moveTo(target: Date): boolean {
    const aheadMs = target.getTime() - this.now().getTime()
    if (aheadMs < -1000) return false
    this.#offsetMs += Math.max(aheadMs, 0)
    this.#store.setSetting(offsetSetting, String(this.#offsetMs))
    for (const listener of this.#listeners) listener(this.now())
    return true
  }

  onMoved(listener: (now: Date) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

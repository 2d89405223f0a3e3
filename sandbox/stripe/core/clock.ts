import type { Store } from './store.ts'

const offsetSetting = 'clock_offset_ms'

/** What objects take their dates from. */
export type Time = {
  now(): Date
  /** Unix seconds, as every `created` has it. */
  seconds(): number
}

/** The sandbox's time: the system's, moved forwards by a stored offset. It never goes back. */
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

  /**
   * Moves to `target`, or stays where it is when that has just passed, and tells the listeners.
   * False when `target` lies more than a second in the past.
   */
  moveTo(target: Date): boolean {
    const aheadMs = target.getTime() - this.now().getTime()
    if (aheadMs < -1000) return false
    this.#offsetMs += Math.max(aheadMs, 0)
    this.#store.setSetting(offsetSetting, String(this.#offsetMs))
    for (const listener of this.#listeners) listener(this.now())
    return true
  }

  /** Calls back after every move. Returns how to stop. */
  onMoved(listener: (now: Date) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  #left: number
  #filledAt = performance.now()

  /** `burst` is the capacity of the bucket in tokens. */
  constructor(perSecond: number, burst = perSecond) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#left = burst
  }

  /** Takes `count` tokens and returns true, or returns false if too few are left. */
  consume(count = 1): boolean {
    const now = performance.now()
    this.#left = Math.min(
      this.#burst,
      this.#left + ((now - this.#filledAt) / 1000) * this.#perSecond,
    )
    this.#filledAt = now
    if (this.#left < count) return false
    this.#left -= count
    return true
  }
}

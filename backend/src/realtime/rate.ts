/** So many of something a second, with as many at once: a bucket that fills by itself. */
export class Rate {
  readonly #perSecond: number
  readonly #most: number
  #left: number
  #filledAt = performance.now()

  /** `most` at once; by default what a second brings. */
  constructor(perSecond: number, most = perSecond) {
    this.#perSecond = perSecond
    this.#most = most
    this.#left = most
  }

  /** Whether `count` more are allowed now; they are counted when they are. */
  allows(count = 1): boolean {
    const now = performance.now()
    this.#left = Math.min(
      this.#most,
      this.#left + ((now - this.#filledAt) / 1000) * this.#perSecond,
    )
    this.#filledAt = now
    if (this.#left < count) return false
    this.#left -= count
    return true
  }
}

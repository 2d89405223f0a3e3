/** A ping unanswered for this long puts a client in doubt. */
const doubtMs = 1_500

/**
 * What one client has surely received. A pong says that it has read everything that was written
 * before the ping, whatever became of the bytes on their way.
 */
export class Receipt {
  readonly #ping: (onPong: () => void) => void
  /** Served for sure up to here, and not beyond; null when nothing is on its way. */
  #open: bigint | null = null
  #pingedAt: number | null = null
  #sentSincePing = false

  constructor(ping: (onPong: () => void) => void) {
    this.#ping = ping
  }

  /** Something was sent of what was committed after `before`. */
  sent(before: bigint): void {
    this.#open ??= before
    this.#sentSincePing = true
  }

  /** Up to where everything for this client has arrived, `told` being what was sent. */
  served(told: bigint): bigint {
    return this.#open ?? told
  }

  get isOpen(): boolean {
    return this.#open !== null
  }

  isDoubtful(now: number): boolean {
    return this.#pingedAt !== null && now - this.#pingedAt > doubtMs
  }

  /** Asks, where something is on its way and no question is. */
  check(told: bigint, now: number): void {
    if (this.#open === null || this.#pingedAt !== null) return
    this.#pingedAt = now
    this.#sentSincePing = false
    this.#ping(() => {
      this.#pingedAt = null
      this.#open = this.#sentSincePing ? told : null
    })
  }
}

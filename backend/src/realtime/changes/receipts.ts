import type { Connection } from '../connection.ts'
import { Receipt } from './receipt.ts'
import type { Seat } from './rounds.ts'
import type { Seats } from './seats.ts'

/** What the clients of this process have surely received, and who of them does not answer. */
export class Receipts {
  readonly #seats: Seats
  readonly #receipts = new Map<Connection, Receipt>()
  /** Numbers of the seats that are noted as doubtful. */
  readonly #doubted = new Set<number>()

  constructor(seats: Seats) {
    this.#seats = seats
  }

  sent(connection: Connection, before: bigint): void {
    let receipt = this.#receipts.get(connection)
    if (!receipt) {
      receipt = new Receipt((onPong) => connection.ping(onPong))
      this.#receipts.set(connection, receipt)
    }
    receipt.sent(before)
  }

  /** Up to where this client has surely been served, `told` being what was sent. */
  served(connection: Connection, told: bigint): bigint {
    return this.#receipts.get(connection)?.served(told) ?? told
  }

  forget(connection: Connection): void {
    this.#receipts.delete(connection)
  }

  /** Asks who has received what, and notes it. */
  beat(seats: Iterable<Seat>, told: bigint): void {
    const now = Date.now()
    let servedAll = told
    for (const { connection, number } of seats) {
      const receipt = this.#receipts.get(connection)
      if (!receipt) continue
      const served = receipt.served(told)
      const isDoubtful = receipt.isDoubtful(now)
      if (isDoubtful !== this.#doubted.has(number)) {
        this.#seats.doubt(number, connection.lastRef, isDoubtful ? served : null)
        if (isDoubtful) this.#doubted.add(number)
        else this.#doubted.delete(number)
      }
      if (!isDoubtful && served < servedAll) servedAll = served
      receipt.check(told, now)
    }
    this.#seats.serve(servedAll)
  }

  /**
   * Since when somebody like the taker of `seat` may have missed something without our knowing: a
   * client that changed its network comes back before its old socket is found dead.
   */
  unconfirmed(seat: Seat, seats: Iterable<Seat>, told: bigint): bigint | null {
    let since: bigint | null = null
    for (const other of seats) {
      if (other.fingerprint !== seat.fingerprint || other.ref >= seat.ref) continue
      const receipt = this.#receipts.get(other.connection)
      if (!receipt?.isOpen) continue
      const served = receipt.served(told)
      if (since === null || served < since) since = served
    }
    return since
  }
}

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { clientNetworkOf } from '#backend/platform/client-network.ts'

/** Counts the open sockets of each client network: an IPv4 address or an IPv6 /64 network. */
export class SocketCounts {
  readonly #limit: number
  readonly #counts = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Counts a socket until it closes. Returns false if the client's network has too many open
   * sockets.
   */
  admit({ headers }: Pick<IncomingMessage, 'headers'>, socket: Duplex): boolean {
    const forwarded = String(headers['x-forwarded-for'] ?? '')
    const network = clientNetworkOf(new Headers({ 'x-forwarded-for': forwarded }))
    if (network === null) return true
    const count = this.#counts.get(network) ?? 0
    if (count >= this.#limit) return false
    this.#counts.set(network, count + 1)
    socket.once('close', () => this.#release(network))
    return true
  }

  #release(network: string): void {
    const count = this.#counts.get(network) ?? 0
    if (count > 1) this.#counts.set(network, count - 1)
    else this.#counts.delete(network)
  }
}

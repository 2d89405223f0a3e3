import { WireConnection, type WireRow, type WireStatement } from './connection.ts'
import { WireError } from './message-reader.ts'
import type { WireAddress } from './open-socket.ts'

/** Batches that share a connection before another one is opened. */
const comfortableLoad = 4
/** Connections that quick reads share: more would cost more writes and win nothing. */
const sharedConnections = 4

/**
 * A few connections, each with several transactions in flight. Work that may wait for locks gets
 * a connection of its own while there is one, and quick reads do not queue behind it.
 */
export class WirePool {
  readonly #address: WireAddress
  readonly #parameters: Record<string, string>
  readonly #limit: number
  readonly #connections = new Set<WireConnection>()

  constructor(address: WireAddress, parameters: Record<string, string>, limit: number) {
    this.#address = address
    this.#parameters = parameters
    this.#limit = limit
  }

  /** Runs statements as one transaction in one round trip; see WireConnection.run. */
  async run(statements: readonly WireStatement[], mayBlock: boolean): Promise<WireRow[][]> {
    const connection = this.#choose(mayBlock)
    try {
      return await connection.run(statements, mayBlock)
    } catch (error) {
      if (!isStaleStatement(error)) throw error
      // Nothing of it was done, so it may be done again.
      connection.forgetStatements()
      return connection.run(statements, mayBlock)
    }
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }

  #choose(mayBlock: boolean): WireConnection {
    const open = [...this.#connections]
    const best = mayBlock
      ? open.find((connection) => connection.load === 0)
      : leastLoaded(open.filter((connection) => !connection.mayBlock).slice(0, sharedConnections))
    if (best && best.load < comfortableLoad) return best
    if (open.length < this.#limit) return this.#connect()
    return (
      leastLoaded(open.filter((connection) => !connection.mayBlock)) ??
      leastLoaded(open) ??
      this.#connect()
    )
  }

  #connect(): WireConnection {
    const connection: WireConnection = new WireConnection(this.#address, this.#parameters, () =>
      this.#connections.delete(connection),
    )
    this.#connections.add(connection)
    return connection
  }
}

/** A prepared statement that the server lost (26000) or that a changed table outdated (0A000). */
function isStaleStatement(error: unknown): boolean {
  if (!(error instanceof WireError)) return false
  return error.code === '26000' || (error.code === '0A000' && /cached plan/.test(error.message))
}

function leastLoaded(connections: readonly WireConnection[]): WireConnection | null {
  let best: WireConnection | null = null
  for (const connection of connections) {
    if (!best || connection.load < best.load) best = connection
  }
  return best
}

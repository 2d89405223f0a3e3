import { WireConnection, type WireRow, type WireStatement } from './connection.ts'
import { WireError } from './message-reader.ts'
import type { WireAddress } from './open-socket.ts'

/** Number of batches in flight on a connection before the pool opens another connection. */
const comfortableLoad = 4
/**
 * Number of connections for quick reads. With more connections, fewer batches would share a socket
 * write, and reads would not be faster.
 */
const sharedConnections = 4
/** Milliseconds after which quick reads avoid a connection whose batch is still running. */
const slowMs = 50
/**
 * Milliseconds after which a running batch is expected to run for seconds. The value is much higher
 * than `slowMs`, because on a busy machine quick reads also take longer than `slowMs`.
 */
const stuckMs = 1_000

/**
 * A pool of connections that pipeline batches. A batch that may wait for locks gets its own
 * connection, and other batches avoid slow connections, so that quick reads stay quick. At the
 * connection limit, batches share connections.
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

  async run(statements: readonly WireStatement[], mayBlock: boolean): Promise<WireRow[][]> {
    const connection = this.#choose(mayBlock)
    try {
      return await connection.run(statements, mayBlock)
    } catch (error) {
      if (!isStaleStatement(error)) throw error
      // Retries the batch, which is safe because PostgreSQL has rolled back its transaction.
      connection.forgetStatements()
      return connection.run(statements, mayBlock)
    }
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }

  #choose(mayBlock: boolean): WireConnection {
    const open = [...this.#connections]
    const unblocked = open.filter((connection) => !connection.mayBlock)
    const quick = unblocked.filter(({ runningMs }) => runningMs <= slowMs)
    const best = mayBlock
      ? open.find((connection) => connection.load === 0)
      : leastLoaded(quick.slice(0, sharedConnections))
    if (best && best.load < comfortableLoad) return best
    if (open.length < this.#limit) return this.#connect()
    return (
      leastLoaded(quick) ??
      leastLoaded(unblocked.filter(({ runningMs }) => runningMs <= stuckMs)) ??
      leastLoaded(unblocked) ??
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

/** Whether a prepared statement was lost (26000) or invalidated by a schema change (0A000). */
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

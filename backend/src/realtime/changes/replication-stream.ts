import type { Socket } from 'node:net'
import { Authentication } from '#backend/platform/wire/authenticate.ts'
import { MessageReader, readError, readRow } from '#backend/platform/wire/message-reader.ts'
import { MessageWriter } from '#backend/platform/wire/message-writer.ts'
import { addressOf, openSocket } from '#backend/platform/wire/open-socket.ts'

type TextRows = (string | null)[][]

type Query = { rows: TextRows; error: Error | null; done: (rows: TextRows | Error) => void }

const [dataRow, errorResponse, ready, authentication, copyBoth, copyData] = [...'DEZRWd'].map(
  (letter) => letter.charCodeAt(0),
)
const [walData, keepalive] = [...'wk'].map((letter) => letter.charCodeAt(0))
/** Interval of status reports in milliseconds, below `wal_sender_timeout` (60 s by default). */
const reportMs = 10_000

/**
 * A replication connection: runs SQL statements, then streams logical changes.
 * https://www.postgresql.org/docs/current/protocol-replication.html
 */
export class ReplicationStream {
  readonly #socket: Socket
  readonly #reader = new MessageReader()
  readonly #writer = new MessageWriter()
  readonly #authentication: Authentication
  readonly #closed = Promise.withResolvers<never>()
  #query: Query | null = null
  #onData: (message: Buffer) => void = () => {}
  #onIdle: (position: bigint) => void = () => {}
  #confirmed = 0n
  #reporter: NodeJS.Timeout | undefined

  private constructor(socket: Socket, authentication: Authentication) {
    this.#socket = socket
    this.#authentication = authentication
    this.#closed.promise.catch(() => {})
    socket.on('data', (chunk: Buffer) => {
      try {
        this.#reader.push(chunk, (type, content) => this.#handle(type, content))
      } catch (error) {
        this.#fail(error as Error)
      }
    })
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('The database closed the replication stream')))
  }

  /** Connects as the user in `url`, who must have the attribute REPLICATION. */
  static async connect(url: string): Promise<ReplicationStream> {
    const address = addressOf(url)
    const { user, password, database } = address
    const stream = new ReplicationStream(
      await openSocket(address),
      new Authentication(user, password),
    )
    const startup = {
      user,
      database,
      replication: 'database',
      client_encoding: 'UTF8',
      application_name: 'realtime',
      DateStyle: 'ISO',
      IntervalStyle: 'postgres',
      extra_float_digits: '1',
    }
    await stream.#send(stream.#writer.startup(startup).take())
    return stream
  }

  /** Runs an SQL statement. Must not be called after `start`. Rejects with WireError. */
  query(sql: string): Promise<TextRows> {
    return this.#send(simpleMessage('Q', Buffer.from(`${sql}\0`)))
  }

  /** Starts decoding at `position`. Calls `onIdle` with the WAL position of each keepalive. */
  async start(
    slot: string,
    position: bigint,
    options: Record<string, string>,
    handlers: { onData: (message: Buffer) => void; onIdle: (position: bigint) => void },
  ): Promise<void> {
    this.#onData = handlers.onData
    this.#onIdle = handlers.onIdle
    const list = Object.entries(options).map(([name, value]) => `${name} '${value}'`)
    await this.query(
      `START_REPLICATION SLOT ${slot} LOGICAL ${formatLsn(position)} (${list.join(', ')})`,
    )
    this.#reporter = setInterval(() => this.#report(), reportMs)
  }

  /** Confirms in the next status report that all changes before `position` were processed. */
  confirm(position: bigint): void {
    if (position > this.#confirmed) this.#confirmed = position
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** A promise that rejects when the stream ends for any reason. */
  get ended(): Promise<never> {
    return this.#closed.promise
  }

  close(): void {
    this.#fail(new Error('The replication stream was closed'))
  }

  #send(message: Buffer): Promise<TextRows> {
    const response = new Promise<TextRows>((resolve, reject) => {
      const done = (rows: TextRows | Error) => (Array.isArray(rows) ? resolve(rows) : reject(rows))
      this.#query = { rows: [], error: null, done }
    })
    this.#socket.write(message)
    return Promise.race([response, this.#closed.promise])
  }

  #handle(type: number, content: Buffer): void {
    switch (type) {
      case authentication:
        if (this.#authentication.answer(content, this.#writer)) {
          this.#socket.write(this.#writer.take())
        }
        return
      case dataRow:
        this.#query?.rows.push(readRow(content).map((value) => value?.toString() ?? null))
        return
      case errorResponse: {
        const error = readError(content)
        // An error that does not belong to a statement ends the stream.
        if (!this.#query) return this.#fail(error)
        this.#query.error = error
        // Settles the query without waiting for ReadyForQuery, because PostgreSQL does not send it
        // after a failed login.
        if (error.code.startsWith('28') || error.code === '3D000') this.#settle()
        return
      }
      case ready:
      case copyBoth:
        return this.#settle()
      case copyData:
        return this.#receive(content)
    }
  }

  #settle(): void {
    const query = this.#query
    this.#query = null
    query?.done(query.error ?? query.rows)
  }

  #receive(content: Buffer): void {
    if (content[0] === walData) return this.#onData(content.subarray(25))
    if (content[0] !== keepalive) return
    this.#onIdle(content.readBigUInt64BE(1))
    if (content[17] === 1) this.#report()
  }

  #report(): void {
    const message = Buffer.alloc(34)
    message[0] = 'r'.charCodeAt(0)
    for (const at of [1, 9, 17]) message.writeBigUInt64BE(this.#confirmed, at)
    this.#socket.write(simpleMessage('d', message))
  }

  #fail(error: Error): void {
    clearInterval(this.#reporter)
    this.#closed.reject(error)
    this.#socket.destroy()
  }
}

function simpleMessage(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

/** Formats a WAL position (LSN) as PostgreSQL does, for example `16/B374D848`. */
export function formatLsn(position: bigint): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase()
}

export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

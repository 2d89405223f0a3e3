import type { Socket } from 'node:net'
import { Authentication } from '#backend/platform/wire/authenticate.ts'
import { addressOf } from '#backend/platform/wire/open-socket.ts'
import { MessageReader, readError, readRow } from '#backend/platform/wire/message-reader.ts'
import { MessageWriter } from '#backend/platform/wire/message-writer.ts'
import { openSocket } from '#backend/platform/wire/open-socket.ts'
import { writePosition } from './log-position.ts'

/** Rows of a statement, each column as text. */
type TextRows = (string | null)[][]

type Query = { rows: TextRows; error: Error | null; done: (rows: TextRows | Error) => void }

const [dataRow, errorResponse, ready, authentication, copyBoth, copyData] = [...'DEZRWd'].map(
  (letter) => letter.charCodeAt(0),
)
const [walData, keepalive] = [...'wk'].map((letter) => letter.charCodeAt(0))
/** PostgreSQL gives up on a reader that says nothing for a minute (`wal_sender_timeout`). */
const reportMs = 10_000

/**
 * A connection that speaks PostgreSQL's replication protocol: SQL at first, one statement at a
 * time, then a stream of what a logical slot decodes, until either side ends it.
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

  /** Connects as the user of `url`, who needs the attribute REPLICATION. */
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
    await stream.#ask(stream.#writer.startup(startup).take())
    return stream
  }

  /** Runs one statement, before the stream is started. Rejects with WireError. */
  query(sql: string): Promise<TextRows> {
    return this.#ask(simpleMessage('Q', Buffer.from(`${sql}\0`)))
  }

  /**
   * Starts decoding from `position`, or from where the slot stands if that is later. `onIdle` hears
   * up to where nothing is left to tell.
   */
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
      `START_REPLICATION SLOT ${slot} LOGICAL ${writePosition(position)} (${list.join(', ')})`,
    )
    this.#reporter = setInterval(() => this.#report(), reportMs)
  }

  /** Lets PostgreSQL forget what lies before `position`; told with the next report. */
  confirm(position: bigint): void {
    if (position > this.#confirmed) this.#confirmed = position
  }

  /** Stops reading while whoever is told cannot keep up. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Rejects when the stream ends, however it does. */
  get ended(): Promise<never> {
    return this.#closed.promise
  }

  close(): void {
    this.#fail(new Error('The replication stream was closed'))
  }

  #ask(message: Buffer): Promise<TextRows> {
    const answer = new Promise<TextRows>((resolve, reject) => {
      const done = (rows: TextRows | Error) => (Array.isArray(rows) ? resolve(rows) : reject(rows))
      this.#query = { rows: [], error: null, done }
    })
    this.#socket.write(message)
    return Promise.race([answer, this.#closed.promise])
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
        // Outside of a statement it is the stream that has ended.
        if (!this.#query) return this.#fail(error)
        this.#query.error = error
        // No message follows a refusal to let somebody in.
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

import type { Socket } from 'node:net'
import { Authentication } from './authenticate.ts'
import { MessageReader, readError, readRow, type WireError } from './message-reader.ts'
import { MessageWriter } from './message-writer.ts'
import { openSocket, type WireAddress } from './open-socket.ts'
import { StatementNames } from './statement-names.ts'

export type WireStatement = {
  text: string
  values: readonly (string | null)[]
  /**
   * Role that runs the statement. Each role has its own prepared statements, because PostgreSQL
   * plans a statement again if row-level security applies and the role has changed.
   */
  role?: string
}

/** A result row: each column value as bytes in text format, or null. */
export type WireRow = readonly (Buffer | null)[]

/** Statements sent before one Sync message, which PostgreSQL runs as one implicit transaction. */
type Batch = {
  results: WireRow[][]
  /** Index of the statement whose result rows are being received. */
  at: number
  error: WireError | null
  /** Keys of the statements whose Parse message is in flight, or null for the unnamed statement. */
  parsing: (string | null)[]
  mayBlock: boolean
  resolve: (results: WireRow[][]) => void
  reject: (error: Error) => void
}

const [parseComplete, dataRow, commandComplete, emptyQuery, errorResponse, ready, authentication] =
  [...'1DCIEZR'].map((letter) => letter.charCodeAt(0))
const idle = 'I'.charCodeAt(0)

/** A connection that pipelines batches. PostgreSQL runs each batch as one transaction. */
export class WireConnection {
  readonly #writer = new MessageWriter()
  readonly #reader = new MessageReader()
  readonly #names = new StatementNames()
  readonly #inFlight: Batch[] = []
  readonly #outgoing: Buffer[] = []
  readonly #opening = Promise.withResolvers<void>()
  readonly #onClose: () => void
  #socket: Socket | null = null
  /** Time at which the first batch in flight began to run, from `performance.now()`. */
  #runningSince = 0
  #isClosed = false

  constructor(address: WireAddress, parameters: Record<string, string>, onClose: () => void) {
    this.#onClose = onClose
    this.#opening.promise.catch(() => {})
    void this.#open(address, parameters)
  }

  get load(): number {
    return this.#inFlight.length
  }

  /** Milliseconds since the first batch in flight began to run. 0 if there is none. */
  get runningMs(): number {
    return this.load === 0 ? 0 : performance.now() - this.#runningSince
  }

  get mayBlock(): boolean {
    return this.#inFlight.some((batch) => batch.mayBlock)
  }

  /**
   * Runs statements as one transaction. Rejects with WireError if PostgreSQL returns an error, or
   * with another Error if the connection fails.
   */
  run(statements: readonly WireStatement[], mayBlock: boolean): Promise<WireRow[][]> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closedError())
      const results = statements.map(() => [])
      const batch: Batch = { results, at: 0, error: null, parsing: [], mayBlock, resolve, reject }
      if (this.load === 0) this.#runningSince = performance.now()
      this.#inFlight.push(batch)
      if (this.#socket) this.#send(batch, statements)
      else
        this.#opening.promise.then(
          () => this.#send(batch, statements),
          () => {},
        )
    })
  }

  forgetStatements(): void {
    this.#names.forget()
  }

  close(): void {
    this.#flush()
    this.#socket?.end(this.#writer.terminate().take())
    if (!this.#socket) this.#fail(closedError())
  }

  async #open(address: WireAddress, parameters: Record<string, string>): Promise<void> {
    const { user, password, database } = address
    const secret = new Authentication(user, password)
    try {
      const socket = await openSocket(address)
      if (this.#isClosed) return void socket.destroy()
      let isReady = false
      socket.on('error', (error) => this.#fail(error))
      socket.on('close', () => this.#fail(closedError()))
      socket.on('data', (chunk: Buffer) =>
        this.#reader.push(chunk, (type, content) => {
          if (isReady) return this.#handle(type, content)
          if (type === errorResponse) return this.#fail(refusedError(readError(content)))
          if (type === authentication) this.#authenticate(socket, secret, content)
          if (type !== ready) return
          isReady = true
          this.#socket = socket
          this.#opening.resolve()
        }),
      )
      const settings = { user, database, client_encoding: 'UTF8', ...parameters }
      socket.write(this.#writer.startup(settings).take())
    } catch (error) {
      this.#fail(refusedError(error))
    }
  }

  #authenticate(socket: Socket, secret: Authentication, content: Buffer): void {
    try {
      if (secret.answer(content, this.#writer)) socket.write(this.#writer.take())
    } catch (error) {
      this.#fail(refusedError(error))
      socket.destroy()
    }
  }

  #send(batch: Batch, statements: readonly WireStatement[]): void {
    if (this.#isClosed) return
    try {
      this.#outgoing.push(this.#write(batch, statements))
    } catch (error) {
      // Removes a batch whose messages cannot be written, because PostgreSQL will send no result
      // for it.
      this.#writer.take()
      this.#inFlight.splice(this.#inFlight.indexOf(batch), 1)
      for (const key of batch.parsing) if (key) this.#names.failed(key)
      return batch.reject(error as Error)
    }
    if (this.#outgoing.length === 1) setImmediate(() => this.#flush())
  }

  /** Sends all batches from one turn of the event loop in a single socket write. */
  #flush(): void {
    const [first, ...rest] = this.#outgoing.splice(0)
    if (first) this.#socket?.write(rest.length === 0 ? first : Buffer.concat([first, ...rest]))
  }

  #write(batch: Batch, statements: readonly WireStatement[]): Buffer {
    const writer = this.#writer
    const plans = statements.map((statement) => this.#names.use(keyOf(statement)))
    // Sends Close messages first, because PostgreSQL skips messages between an error and Sync.
    for (const name of this.#names.takeDropped()) writer.closeStatement(name)
    for (const [index, statement] of statements.entries()) {
      const { name, isParsed } = plans[index] ?? { name: '', isParsed: false }
      if (!isParsed) {
        writer.parse(name, statement.text)
        batch.parsing.push(name === '' ? null : keyOf(statement))
      }
      writer.bind(name, statement.values).execute()
    }
    return writer.sync().take()
  }

  #handle(type: number, content: Buffer): void {
    const batch = this.#inFlight[0]
    switch (type) {
      case dataRow:
        batch?.results[batch.at]?.push(readRow(content))
        return
      case commandComplete:
      case emptyQuery:
        if (batch) batch.at++
        return
      case parseComplete: {
        const key = batch?.parsing.shift()
        if (key) this.#names.parsed(key)
        return
      }
      case errorResponse: {
        const error = readError(content)
        if (batch) batch.error ??= error
        else this.#fail(error)
        return
      }
      case ready:
        this.#inFlight.shift()
        this.#runningSince = performance.now()
        for (const key of batch?.parsing ?? []) if (key) this.#names.failed(key)
        if (batch?.error) batch.reject(batch.error)
        else batch?.resolve(batch.results)
        // Closes the connection if a transaction is still open, because the next request would run
        // in this transaction.
        if (content[0] !== idle) this.#fail(closedError())
    }
  }

  #fail(error: Error): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#opening.reject(error)
    this.#socket?.destroy()
    for (const batch of this.#inFlight.splice(0)) batch.reject(batch.error ?? error)
    this.#onClose()
  }
}

function keyOf({ role, text }: WireStatement): string {
  return role === undefined ? text : `${role} ${text}`
}

/** Error for a refused connection. Only `cause`, which is logged, contains the server's message. */
function refusedError(cause: unknown): Error {
  const error = new Error('The database refused the connection', { cause })
  return Object.assign(error, { code: 'CONNECT_REFUSED' })
}

function closedError(): Error {
  return Object.assign(new Error('The database closed the connection'), {
    code: 'CONNECTION_CLOSED',
  })
}

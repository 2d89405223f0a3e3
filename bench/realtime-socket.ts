import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

const marker = Buffer.from('"n":')

/**
 * A minimal Realtime client. A thousand of them run in one process. Joins one topic, answers
 * pings, reconnects, and parses only the number `n` of each change.
 */
export class BenchSocket {
  readonly numbers: number[] = []
  onLive: () => void = () => {}
  onNumber: (n: number, frame: Buffer) => void = () => {}
  readonly #port: number
  readonly #key: string
  readonly #token: string
  readonly #join: object
  #socket: Socket | null = null
  #ref = 0
  #isClosed = false
  #rest: Buffer = Buffer.alloc(0)

  constructor(port: number, key: string, token: string, join: object) {
    this.#port = port
    this.#key = key
    this.#token = token
    this.#join = join
    this.#connect()
  }

  heartbeat(): void {
    this.#send([null, String(++this.#ref), 'phoenix', 'heartbeat', {}])
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.destroy()
  }

  #connect(): void {
    this.#rest = Buffer.alloc(0)
    const socket = connect(this.#port, '127.0.0.1')
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => {
      if (!this.#isClosed) setTimeout(() => this.#connect(), 200 + Math.random() * 300)
    })
    socket.write(
      `GET /realtime/v1/websocket?apikey=${this.#key}&vsn=2.0.0 HTTP/1.1\r\nHost: localhost\r\n` +
        `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    )
    socket.once('data', (answer) => {
      if (!answer.toString('latin1').startsWith('HTTP/1.1 101')) return socket.destroy()
      socket.on('data', (chunk) => this.#read(chunk))
      const end = answer.indexOf('\r\n\r\n') + 4
      if (answer.length > end) this.#read(answer.subarray(end))
      const ref = String(++this.#ref)
      const payload = { config: this.#join, access_token: this.#token }
      this.#send([ref, ref, 'realtime:bench', 'phx_join', payload])
    })
  }

  #read(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    let at = 0
    while (bytes.length - at >= 2) {
      const short = (bytes[at + 1] ?? 0) & 0x7f
      const head = short === 126 ? 4 : short === 127 ? 10 : 2
      if (bytes.length - at < head) break
      const length =
        short === 126
          ? bytes.readUInt16BE(at + 2)
          : short === 127
            ? Number(bytes.readBigUInt64BE(at + 2))
            : short
      if (bytes.length - at < head + length) break
      this.#frame((bytes[at] ?? 0) & 15, bytes.subarray(at + head, at + head + length))
      at += head + length
    }
    this.#rest = bytes.subarray(at)
  }

  #frame(opcode: number, payload: Buffer): void {
    if (opcode === 9) return this.#write(10, payload)
    if (opcode !== 1) return
    const found = payload.indexOf(marker)
    if (found >= 0) {
      let n = 0
      for (let at = found + marker.length; ; at += 1) {
        const digit = (payload[at] ?? 0) - 48
        if (digit < 0 || digit > 9) break
        n = n * 10 + digit
      }
      this.numbers.push(n)
      this.onNumber(n, payload)
    } else if (payload.includes('Subscribed to PostgreSQL')) this.onLive()
    else if (payload.includes('"error"')) throw new Error(payload.toString())
  }

  #send(frame: unknown[]): void {
    this.#write(1, Buffer.from(JSON.stringify(frame)))
  }

  /**
   * Writes a frame. Client frames must be masked (RFC 6455, section 5.3). A zero mask leaves the
   * bytes unchanged.
   */
  #write(opcode: number, payload: Buffer): void {
    const { length } = payload
    const head = Buffer.alloc(length < 126 ? 6 : 8)
    head[0] = 0x80 | opcode
    head[1] = 0x80 | Math.min(length, 126)
    if (length >= 126) head.writeUInt16BE(length, 2)
    if (this.#socket?.writable) this.#socket.write(Buffer.concat([head, payload]))
  }
}

/** Message between backend processes, encoded as in backend/sql/05_realtime_messages.sql. */
export type BusMessage = {
  head: BusHead
  body: Buffer
}

export type BusHead = {
  kind: 'broadcast' | 'presence' | 'hello' | 'state' | 'alive' | 'bye'
  /** Id of the sending process, or undefined for a message that was sent in SQL. */
  from?: string
  [fact: string]: unknown
}

export function encodeBusMessage({ head, body }: BusMessage): Buffer {
  const headBytes = Buffer.from(JSON.stringify(head))
  return Buffer.concat([length(headBytes), headBytes, length(body), body])
}

export function decodeBusMessages(content: Buffer): BusMessage[] {
  const messages: BusMessage[] = []
  let at = 0
  const part = () => {
    const end = at + 4 + content.readUInt32BE(at)
    if (end > content.length) throw new RangeError('A message on the bus is cut off')
    const bytes = content.subarray(at + 4, end)
    at = end
    return bytes
  }
  while (at < content.length) {
    const head = JSON.parse(part().toString()) as BusHead
    messages.push({ head, body: part() })
  }
  return messages
}

function length(bytes: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(bytes.length)
  return head
}

/** Reassembles messages that the SQL function `publish` split into chunks for NOTIFY. */
export class NotifyChunks {
  readonly #onContent: (content: Buffer) => void
  #message = ''
  #chunks: Buffer[] = []

  constructor(onContent: (content: Buffer) => void) {
    this.#onContent = onContent
  }

  add(payload: string): void {
    const [message, number, count, base64 = ''] = payload.split(' ')
    if (number === '1' && message !== undefined) {
      this.#message = message
      this.#chunks = []
    }
    // Ignores the chunks of a message whose first chunk was missed.
    if (message !== this.#message || this.#chunks.length !== Number(number) - 1) return
    this.#chunks.push(Buffer.from(base64, 'base64'))
    if (number !== count) return
    const content = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#onContent(content)
  }
}

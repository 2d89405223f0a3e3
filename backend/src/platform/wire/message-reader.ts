/** Splits a byte stream into PostgreSQL messages: a type byte, four length bytes, the content. */
export class MessageReader {
  #chunks: Buffer[] = []
  #size = 0
  #needed = 5

  push(chunk: Buffer, handle: (type: number, content: Buffer) => void): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    // Concatenates the chunks of a large message only once, after its last chunk has arrived.
    if (this.#size < this.#needed) return
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#size)
    let at = 0
    this.#needed = 5
    while (bytes.length - at >= 5) {
      const end = at + 1 + bytes.readUInt32BE(at + 1)
      if (end > bytes.length) {
        this.#needed = end - at
        break
      }
      handle(bytes[at] ?? 0, bytes.subarray(at + 5, end))
      at = end
    }
    const rest = bytes.subarray(at)
    this.#chunks = rest.length > 0 ? [rest] : []
    this.#size = rest.length
  }
}

/** Parses a DataRow message into column values in text format, with null for an SQL null. */
export function readRow(content: Buffer): (Buffer | null)[] {
  const row: (Buffer | null)[] = []
  let at = 2
  for (let left = content.readUInt16BE(0); left > 0; left--) {
    const length = content.readInt32BE(at)
    at += 4
    row.push(length < 0 ? null : content.subarray(at, at + length))
    if (length > 0) at += length
  }
  return row
}

export class WireError extends Error {
  readonly code: string
  readonly detail: string | undefined
  readonly hint: string | undefined
  /** Call context of the error, such as the SQL function in which it occurred. */
  readonly context: string | undefined

  constructor(fields: ReadonlyMap<string, string>) {
    super(fields.get('M') ?? 'unknown error')
    this.code = fields.get('C') ?? 'XX000'
    this.detail = fields.get('D')
    this.hint = fields.get('H')
    this.context = fields.get('W')
  }
}

export function readError(content: Buffer): WireError {
  const fields = new Map<string, string>()
  for (const field of content.toString('utf8').split('\0')) {
    if (field !== '') fields.set(field.slice(0, 1), field.slice(1))
  }
  return new WireError(fields)
}

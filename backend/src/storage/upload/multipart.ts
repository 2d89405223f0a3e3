import { invalidRequest } from '#backend/storage/errors.ts'

const maxHeadBytes = 16 * 1024

/** A part of a multipart form. If its body is not read, `readMultipart` skips the body. */
type Part = {
  name: string
  filename: string | null
  contentType: string | null
  body: AsyncGenerator<Uint8Array>
}

export function boundaryOf(contentType: string | null): string | null {
  const match = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(
    contentType ?? '',
  )
  return match?.[1] ?? match?.[2] ?? null
}

/** Parses a form as a stream, because `Request.formData` would keep whole files in memory. */
export async function* readMultipart(
  chunks: AsyncIterator<Uint8Array>,
  boundary: string,
): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const source = new Source(chunks)
  await skip(source.readUntil(delimiter))
  while (!(await source.take(2)).equals(Buffer.from('--'))) {
    const head = await source.readHead()
    const body = source.readUntil(delimiter)
    yield { ...parseHead(head), body }
    await skip(body)
  }
}

async function skip(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body);
}

function parseHead(head: string): Omit<Part, 'body'> {
  const header = (name: string) =>
    new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(head)?.[1]?.trim() ?? null
  const disposition = header('content-disposition') ?? ''
  const parameter = (name: string) =>
    new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(disposition)?.[1] ?? null
  const name = parameter('name')
  if (name === null) throw invalidRequest('A part of the form has no name')
  return { name, filename: parameter('filename'), contentType: header('content-type') }
}

class Source {
  readonly #chunks: AsyncIterator<Uint8Array>
  // The buffer starts with a line break, because every boundary except the first follows a line
  // break.
  #buffer: Buffer = Buffer.from('\r\n')

  constructor(chunks: AsyncIterator<Uint8Array>) {
    this.#chunks = chunks
  }

  async take(length: number): Promise<Buffer> {
    while (this.#buffer.length < length) await this.#fill()
    return this.#cut(length)
  }

  async readHead(): Promise<string> {
    let end = this.#buffer.indexOf('\r\n\r\n')
    while (end < 0) {
      if (this.#buffer.length > maxHeadBytes) throw invalidRequest('A part has no end of head')
      await this.#fill()
      end = this.#buffer.indexOf('\r\n\r\n')
    }
    return this.#cut(end + 4).toString('utf8')
  }

  async *readUntil(delimiter: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const end = this.#buffer.indexOf(delimiter)
      if (end >= 0) {
        const last = this.#cut(end)
        this.#cut(delimiter.length)
        if (last.length > 0) yield last
        return
      }
      // Keeps the last bytes of the buffer, because they may be the start of a delimiter.
      const safe = this.#buffer.length - delimiter.length + 1
      if (safe > 0) yield this.#cut(safe)
      await this.#fill()
    }
  }

  #cut(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    return taken
  }

  async #fill(): Promise<void> {
    const { done, value } = await this.#chunks.next()
    if (done) throw invalidRequest('The form ends early')
    this.#buffer =
      this.#buffer.length === 0 ? Buffer.from(value) : Buffer.concat([this.#buffer, value])
  }
}

/** Writes messages of PostgreSQL's wire protocol (version 3) into a growing buffer. */
export class MessageWriter {
  #buffer = Buffer.allocUnsafe(4096)
  #end = 0

  /** Returns a copy of the written messages and empties the buffer. */
  take(): Buffer {
    const bytes = Buffer.from(this.#buffer.subarray(0, this.#end))
    this.#end = 0
    return bytes
  }

  startup(parameters: Record<string, string>): this {
    const start = this.#open(null)
    this.#int32(196608)
    for (const [name, value] of Object.entries(parameters)) this.#cstring(name).#cstring(value)
    this.#byte(0)
    return this.#close(start)
  }

  sslRequest(): this {
    return this.#int32(8).#int32(80877103)
  }

  password(text: string): this {
    const start = this.#open('p')
    return this.#cstring(text).#close(start)
  }

  saslInitial(mechanism: string, data: string): this {
    const start = this.#open('p')
    this.#cstring(mechanism).#int32(Buffer.byteLength(data)).#text(data)
    return this.#close(start)
  }

  saslResponse(data: string): this {
    const start = this.#open('p')
    return this.#text(data).#close(start)
  }

  /** Writes a Parse message. An empty name stands for the unnamed statement. */
  parse(name: string, text: string): this {
    const start = this.#open('P')
    return this.#cstring(name).#cstring(text).#int16(0).#close(start)
  }

  /** Writes a Bind message with values in text format. Results also use text format. */
  bind(name: string, values: readonly (string | null)[]): this {
    const start = this.#open('B')
    this.#cstring('').#cstring(name).#int16(0).#int16(values.length)
    for (const value of values) {
      if (value === null) {
        this.#int32(-1)
        continue
      }
      const lengthAt = this.#end
      this.#int32(0).#text(value)
      this.#buffer.writeInt32BE(this.#end - lengthAt - 4, lengthAt)
    }
    return this.#int16(0).#close(start)
  }

  execute(): this {
    const start = this.#open('E')
    return this.#cstring('').#int32(0).#close(start)
  }

  closeStatement(name: string): this {
    const start = this.#open('C')
    return this.#text('S').#cstring(name).#close(start)
  }

  sync(): this {
    return this.#close(this.#open('S'))
  }

  terminate(): this {
    return this.#close(this.#open('X'))
  }

  /** Starts a message and returns the offset of its length field. */
  #open(type: string | null): number {
    if (type !== null) this.#text(type)
    const at = this.#end
    this.#int32(0)
    return at
  }

  #close(lengthAt: number): this {
    this.#buffer.writeInt32BE(this.#end - lengthAt, lengthAt)
    return this
  }

  #byte(value: number): this {
    this.#reserve(1)
    this.#buffer[this.#end++] = value
    return this
  }

  #int16(value: number): this {
    this.#reserve(2)
    this.#end = this.#buffer.writeUInt16BE(value, this.#end)
    return this
  }

  #int32(value: number): this {
    this.#reserve(4)
    this.#end = this.#buffer.writeInt32BE(value, this.#end)
    return this
  }

  #text(value: string): this {
    this.#reserve(value.length * 3)
    this.#end += this.#buffer.write(value, this.#end, 'utf8')
    return this
  }

  #cstring(value: string): this {
    // Replaces null characters, which would end the string and let an attacker inject messages.
    if (value.includes('\0')) return this.#text(value.replaceAll('\0', '\uFFFD')).#byte(0)
    return this.#text(value).#byte(0)
  }

  #reserve(size: number): void {
    if (this.#end + size <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#end + size))
    this.#buffer.copy(larger, 0, 0, this.#end)
    this.#buffer = larger
  }
}

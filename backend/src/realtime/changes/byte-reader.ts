/** Reads binary values one after the other, in network order. */
export class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#at++)
  }

  char(): string {
    return String.fromCharCode(this.byte())
  }

  int16(): number {
    this.#at += 2
    return this.#bytes.readUInt16BE(this.#at - 2)
  }

  uint32(): number {
    this.#at += 4
    return this.#bytes.readUInt32BE(this.#at - 4)
  }

  int64(): bigint {
    this.#at += 8
    return this.#bytes.readBigInt64BE(this.#at - 8)
  }

  /** A zero-terminated string. */
  string(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    const value = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    return value
  }

  text(length: number): string {
    this.#at += length
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }

  bytes(length: number): Buffer {
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  skip(bytes: number): void {
    this.#at += bytes
  }
}

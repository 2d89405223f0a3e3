/**
 * Parser of PostgreSQL's `pgoutput` messages, protocol version 1.
 * https://www.postgresql.org/docs/current/protocol-logicalrep-message-formats.html
 */

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** Table definition at the time of a change. */
export type Relation = {
  id: number
  schema: string
  table: string
  /** With replica identity full, the WAL contains the old row, otherwise at most its key. */
  identity: 'full' | 'key'
  columns: readonly { name: string; typeId: number; isKey: boolean }[]
}

/** Column values in PostgreSQL's text format. A value that the WAL omits is undefined. */
export type Tuple = readonly (string | null | undefined)[]

/** Returns the total length of a row's values in characters. */
export function textLength(tuple: Tuple | null): number {
  return (tuple ?? []).reduce((sum, value) => sum + (value?.length ?? 0), 0)
}

export type RowChange = {
  type: ChangeType
  relation: Relation
  row: Tuple | null
  /** Old row or its key. Null for an INSERT, and possibly for an UPDATE that keeps the key. */
  old: Tuple | null
  committedAt: Date
  /** Transaction id (xid): the lower 32 bits, without the epoch. */
  xid: number
}

type LogEvent =
  /** `commit` is the WAL position of the transaction's commit record. */
  | { kind: 'begin'; commit: bigint }
  | { kind: 'change'; change: RowChange }
  | { kind: 'commit'; position: bigint }
  | {
      kind: 'message'
      prefix: string
      content: Buffer
      position: bigint
      isTransactional: boolean
    }

const postgresEpoch = Date.UTC(2000, 0, 1)

export class PgOutputReader {
  readonly #relations = new Map<number, Relation>()
  #committedAt = new Date(0)
  #xid = 0

  /** Parses a message. Returns null for a message without an event, such as a table definition. */
  read(message: Buffer): LogEvent | null {
    const reader = new ByteReader(message)
    switch (reader.char()) {
      case 'B': {
        const commit = reader.int64()
        this.#committedAt = new Date(postgresEpoch + Number(reader.int64() / 1000n))
        this.#xid = reader.uint32()
        return { kind: 'begin', commit }
      }
      case 'C':
        reader.skip(9)
        return { kind: 'commit', position: reader.int64() }
      case 'R': {
        const relation = readRelation(reader)
        this.#relations.set(relation.id, relation)
        return null
      }
      case 'I':
        return this.#change('INSERT', reader)
      case 'U':
        return this.#change('UPDATE', reader)
      case 'D':
        return this.#change('DELETE', reader)
      case 'M':
        return readMessage(reader)
      default:
        return null
    }
  }

  #change(type: ChangeType, reader: ByteReader): LogEvent | null {
    const relation = this.#relations.get(reader.uint32())
    if (!relation) return null
    let kind = reader.char()
    let old: Tuple | null = null
    if (kind !== 'N') {
      old = readTuple(reader)
      // A key tuple (K) contains null for each column outside the key, because its value is
      // unknown.
      if (kind === 'K') {
        old = old.map((value, index) => (relation.columns[index]?.isKey ? value : undefined))
      }
      if (type === 'UPDATE') kind = reader.char()
    }
    const row = kind === 'N' ? readTuple(reader) : null
    const [committedAt, xid] = [this.#committedAt, this.#xid]
    return { kind: 'change', change: { type, relation, row, old, committedAt, xid } }
  }
}

function readRelation(reader: ByteReader): Relation {
  const id = reader.uint32()
  const schema = reader.string() || 'pg_catalog'
  const table = reader.string()
  const identity = reader.char() === 'f' ? 'full' : 'key'
  const columns = Array.from({ length: reader.int16() }, () => {
    const isKey = (reader.byte() & 1) === 1
    const name = reader.string()
    const typeId = reader.uint32()
    reader.skip(4)
    return { name, typeId, isKey }
  })
  return { id, schema, table, identity, columns }
}

function readTuple(reader: ByteReader): (string | null | undefined)[] {
  return Array.from({ length: reader.int16() }, () => {
    const kind = reader.char()
    if (kind === 't') return reader.text(reader.uint32())
    return kind === 'n' ? null : undefined
  })
}

function readMessage(reader: ByteReader): LogEvent {
  const isTransactional = (reader.byte() & 1) === 1
  const position = reader.int64()
  const prefix = reader.string()
  const content = reader.bytes(reader.uint32())
  return { kind: 'message', prefix, content, position, isTransactional }
}

class ByteReader {
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

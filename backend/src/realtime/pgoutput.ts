/**
 * Reads messages of PostgreSQL's `pgoutput` plugin, protocol version 1
 * (postgresql.org/docs/current/protocol-logicalrep-message-formats.html), as far as a change feed
 * needs them: which row of which table changed, and how.
 */

type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

export type RowChange = {
  type: ChangeType
  schema: string
  table: string
  /** Key columns as PostgreSQL writes them in text. */
  key: Record<string, string>
  committedAt: Date
}

type Relation = {
  schema: string
  table: string
  columns: { name: string; isKey: boolean }[]
}

const postgresEpoch = Date.UTC(2000, 0, 1)

/** Keeps what earlier messages said: the tables' shapes and the time of the open transaction. */
export class PgOutputReader {
  readonly #relations = new Map<number, Relation>()
  #committedAt = new Date(0)

  /** The change that a message tells of, or null for the messages around it. */
  read(message: Buffer): RowChange | null {
    const reader = new Reader(message)
    switch (reader.char()) {
      case 'B':
        reader.skip(8)
        this.#committedAt = new Date(postgresEpoch + Number(reader.int64() / 1000n))
        return null
      case 'R':
        this.#relations.set(reader.int32(), readRelation(reader))
        return null
      case 'I':
        return this.#change('INSERT', reader)
      case 'U':
        return this.#change('UPDATE', reader)
      case 'D':
        return this.#change('DELETE', reader)
      default:
        return null
    }
  }

  #change(type: ChangeType, reader: Reader): RowChange | null {
    const relation = this.#relations.get(reader.int32())
    if (!relation) return null
    let values = readTuple(reader, reader.char())
    // An update says the old key or row first ('K', 'O') when it changed; the new row is next.
    if (type === 'UPDATE' && values.kind !== 'N') values = readTuple(reader, reader.char())
    const key: Record<string, string> = {}
    relation.columns.forEach(({ name, isKey }, index) => {
      const value = values.columns[index]
      if (isKey && value != null) key[name] = value
    })
    return {
      type,
      schema: relation.schema,
      table: relation.table,
      key,
      committedAt: this.#committedAt,
    }
  }
}

function readRelation(reader: Reader): Relation {
  const schema = reader.string() || 'pg_catalog'
  const table = reader.string()
  reader.skip(1)
  const columns = Array.from({ length: reader.int16() }, () => {
    const isKey = (reader.byte() & 1) === 1
    const name = reader.string()
    reader.skip(8)
    return { name, isKey }
  })
  return { schema, table, columns }
}

function readTuple(reader: Reader, kind: string): { kind: string; columns: (string | null)[] } {
  const columns = Array.from({ length: reader.int16() }, () =>
    reader.char() === 't' ? reader.text(reader.int32()) : null,
  )
  return { kind, columns }
}

class Reader {
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

  int32(): number {
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

  skip(bytes: number): void {
    this.#at += bytes
  }
}

import { ByteReader } from './byte-reader.ts'

/**
 * Reads messages of PostgreSQL's `pgoutput` plugin, protocol version 1
 * (postgresql.org/docs/current/protocol-logicalrep-message-formats.html).
 */

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** A table as it was when the change was made. */
export type Relation = {
  id: number
  schema: string
  table: string
  /** With `full`, the old row is in the log as a whole; else its key at most. */
  identity: 'full' | 'key'
  columns: readonly { name: string; typeId: number; isKey: boolean }[]
}

/** Values as PostgreSQL writes them in text; undefined where the log does not say. */
export type Tuple = readonly (string | null | undefined)[]

export type RowChange = {
  type: ChangeType
  relation: Relation
  /** The new row; null for DELETE. */
  row: Tuple | null
  /** The old row or its key; null for INSERT, and for UPDATE where the key stayed. */
  old: Tuple | null
  committedAt: Date
  /** The transaction's number, without its epoch. */
  xid: number
}

type LogEvent =
  /** A transaction begins, whose commit stands in the log here. */
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

/** Keeps what earlier messages said: the tables' shapes and the time of the open transaction. */
export class PgOutputReader {
  readonly #relations = new Map<number, Relation>()
  #committedAt = new Date(0)
  #xid = 0

  /** What a message tells of, or null for those that only prepare others. */
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
      // In a key the other columns are written as null and mean nothing.
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

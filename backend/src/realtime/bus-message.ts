/**
 * What one process, or the database itself, tells all others: a head that says what it is, and bytes
 * that are passed on as they are. Written as two parts, each with its length in four bytes before it
 * (05_realtime_messages.sql writes them too); several messages may follow one another.
 */
export type BusMessage = {
  head: BusHead
  body: Buffer
}

export type BusHead = {
  kind: 'broadcast' | 'presence' | 'hello' | 'state' | 'alive' | 'bye'
  /** The process it comes from; absent when the database says it. */
  from?: string
  [fact: string]: unknown
}

export function encodeBusMessage({ head, body }: BusMessage): Buffer {
  const headBytes = Buffer.from(JSON.stringify(head))
  return Buffer.concat([length(headBytes), headBytes, length(body), body])
}

/** All messages of a text on the bus. Throws when it is none of ours. */
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

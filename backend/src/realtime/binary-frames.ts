const pushKind = 3
const broadcastKind = 4
const jsonEncoding = 1
const longest = 255

/** A broadcast that a client pushed in a binary frame (version 2.0.0). */
export type BinaryPush = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  isBinary: boolean
  /** JSON; whether to store the message, and for how long. */
  meta: Record<string, unknown>
  body: Buffer
}

/** Reads a binary frame of a client; null when it is none. */
export function decodeBinaryPush(bytes: Buffer): BinaryPush | null {
  if (bytes.length < 7 || bytes[0] !== pushKind) return null
  let at = 7
  const texts = [1, 2, 3, 4, 5].map((index) => {
    const start = at
    at += bytes[index]!
    return bytes.toString('utf8', start, at)
  })
  const [joinRef, ref, topic, event, metaText] = texts as [string, string, string, string, string]
  if (at > bytes.length) return null
  const meta = metaText === '' ? {} : parsedObject(metaText)
  if (!meta) return null
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event,
    isBinary: bytes[6] !== jsonEncoding,
    meta,
    body: bytes.subarray(at),
  }
}

/** A broadcast for clients of version 2.0.0; null when a name is too long for this form. */
export function encodeBinaryBroadcast(broadcast: {
  topic: string
  event: string
  meta: object | undefined
  isBinary: boolean
  body: Buffer
}): Buffer | null {
  const topic = Buffer.from(broadcast.topic)
  const event = Buffer.from(broadcast.event)
  const meta = Buffer.from(broadcast.meta ? JSON.stringify(broadcast.meta) : '')
  if ([topic, event, meta].some(({ length }) => length > longest)) return null
  const encoding = broadcast.isBinary ? 0 : jsonEncoding
  const head = Buffer.of(broadcastKind, topic.length, event.length, meta.length, encoding)
  return Buffer.concat([head, topic, event, meta, broadcast.body])
}

function parsedObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

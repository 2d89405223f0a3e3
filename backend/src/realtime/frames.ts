/** A message of the Phoenix channels protocol, independent of the protocol version. */
export type Frame = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

export type ProtocolVersion = '1.0.0' | '2.0.0'

/** Parses a text frame of protocol 1.0.0 (object) or 2.0.0 (array); null if invalid. */
export function decodeFrame(text: string): Frame | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (Array.isArray(value)) {
    const [joinRef, ref, topic, event, payload] = value as unknown[]
    return frame(joinRef, ref, topic, event, payload)
  }
  if (value === null || typeof value !== 'object') return null
  const { join_ref, ref, topic, event, payload } = value as Record<string, unknown>
  return frame(join_ref, ref, topic, event, payload)
}

/** Parses a message ref as a number. Returns 0 for refs that are not a counter. */
export function refNumber(ref: string | null): number {
  return ref !== null && /^\d{1,15}$/.test(ref) ? Number(ref) : 0
}

function frame(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): Frame | null {
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  return { joinRef: text(joinRef), ref: text(ref), topic, event, payload }
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function encodeFrame(version: ProtocolVersion, frame: Frame): string {
  const { joinRef, ref, topic, event, payload } = frame
  return version === '2.0.0'
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ topic, event, payload, ref, join_ref: joinRef })
}

const pushKind = 3
const broadcastKind = 4
const jsonEncoding = 1
const longest = 255

/** A broadcast that a client sent in a binary frame (version 2.0.0). */
export type BinaryPush = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  isBinary: boolean
  /** JSON metadata of a broadcast, such as whether to store the message and for how long. */
  meta: Record<string, unknown>
  body: Buffer
}

/** Parses a binary frame. Returns null if the frame is invalid. */
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

/** Builds a binary frame (version 2.0.0). Returns null if topic, event or metadata exceed 255 bytes. */
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

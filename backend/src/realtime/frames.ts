export type FrameAddress = { joinRef: string | null; ref: string | null; topic: string }

/** A message of the Phoenix channels protocol, in a form common to both protocol versions. */
export type Frame = FrameAddress & { event: string; payload: unknown }

export type ProtocolVersion = '1.0.0' | '2.0.0'

/**
 * Parses a text frame of protocol 1.0.0 (object) or 2.0.0 (array). Returns null for an invalid
 * frame.
 */
export function decodeFrame(text: string): Frame | null {
  const value = parseJson(text)
  if (value === null || typeof value !== 'object') return null
  const object = value as Record<string, unknown>
  const [joinRef, ref, topic, event, payload] = Array.isArray(value)
    ? (value as unknown[])
    : ['join_ref', 'ref', 'topic', 'event', 'payload'].map((name) => object[name])
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  return {
    joinRef: typeof joinRef === 'string' ? joinRef : null,
    ref: typeof ref === 'string' ? ref : null,
    topic,
    event,
    payload,
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a message ref. Returns 0 unless the ref is an integer of at most 15 digits. */
export function refNumber(ref: string | null): number {
  return ref !== null && /^\d{1,15}$/.test(ref) ? Number(ref) : 0
}

export function encodeFrame(version: ProtocolVersion, frame: Frame): string {
  const { joinRef, ref, topic, event, payload } = frame
  return version === '2.0.0'
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ topic, event, payload, ref, join_ref: joinRef })
}

export function encodeEvent(
  version: ProtocolVersion,
  topic: string,
  event: string,
  payload: string,
): string {
  const name = JSON.stringify(topic)
  return version === '2.0.0'
    ? `[null,null,${name},"${event}",${payload}]`
    : `{"topic":${name},"event":"${event}","payload":${payload},"ref":null,"join_ref":null}`
}

const pushKind = 3
const broadcastKind = 4
const jsonEncoding = 1
const longest = 255

/** A broadcast that a client sent in a binary frame (protocol version 2.0.0). */
export type BinaryPush = FrameAddress & {
  event: string
  isBinary: boolean
  /** JSON metadata of a broadcast, such as whether and for how long to store the message. */
  meta: Record<string, unknown>
  body: Buffer
}

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
  const meta = metaText === '' ? {} : parseJson(metaText)
  if (meta === null || typeof meta !== 'object') return null
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event,
    isBinary: bytes[6] !== jsonEncoding,
    meta: meta as Record<string, unknown>,
    body: bytes.subarray(at),
  }
}

/** Encodes a binary frame. Returns null if topic, event or metadata exceeds 255 bytes. */
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

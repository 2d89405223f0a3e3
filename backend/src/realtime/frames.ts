/** One message of the Phoenix protocol, whichever version carried it. */
export type Frame = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

export type ProtocolVersion = '1.0.0' | '2.0.0'

/** Reads a text frame: an object in version 1.0.0, a five-element array in 2.0.0. Null when bad. */
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

/** The number of a ref, which clients count up; 0 for any other text, of which some are no integers. */
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

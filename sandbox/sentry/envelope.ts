import { inflateSync } from 'node:zlib'

/** One item of an envelope; the payload is JSON, except where Sentry's format is not. */
export type EnvelopeItem = {
  /** `event`, `transaction`, `span`, `replay_event`, `replay_recording`, `session`, `client_report`, … */
  type: string
  header: Record<string, unknown>
  payload: unknown
}

export type Envelope = { header: Record<string, unknown>; items: EnvelopeItem[] }

const newline = 10

/**
 * Reads an envelope: a line of JSON, then for each item a line of JSON and its payload, whose
 * `length` is in bytes and may be missing, when the payload ends with its line.
 *
 * @throws SyntaxError when a line that should be JSON is not.
 */
export function parseEnvelope(bytes: Buffer): Envelope {
  let position = 0
  const take = (length: number) => bytes.subarray(position, (position += length))
  const takeLine = () => {
    const end = bytes.indexOf(newline, position)
    const line = take((end === -1 ? bytes.length : end) - position)
    position += 1
    return line
  }
  const takeObject = () => JSON.parse(takeLine().toString()) as Record<string, unknown>

  const header = takeObject()
  const items: EnvelopeItem[] = []
  while (position < bytes.length) {
    const itemHeader = takeObject()
    const { length } = itemHeader
    const payload = typeof length === 'number' ? take(length) : takeLine()
    if (typeof length === 'number') position += 1
    const type = String(itemHeader['type'])
    items.push({ type, header: itemHeader, payload: readPayload(type, payload) })
  }
  return { header, items }
}

function readPayload(type: string, bytes: Buffer): unknown {
  return type === 'replay_recording' ? readRecording(bytes) : JSON.parse(bytes.toString())
}

/** A line of JSON that names the segment, then the recorded events: JSON, deflated or not. */
function readRecording(bytes: Buffer): { segment_id: number; events: unknown } {
  const end = bytes.indexOf(newline)
  const events = bytes.subarray(end + 1)
  const isPlain = events[0] === '['.charCodeAt(0)
  return {
    ...(JSON.parse(bytes.subarray(0, end).toString()) as { segment_id: number }),
    events: JSON.parse((isPlain ? events : inflateSync(events)).toString()),
  }
}

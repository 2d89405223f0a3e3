import { inflateSync } from 'node:zlib'

/** An item of a Sentry envelope. The payload is JSON, except in replay recordings. */
export type EnvelopeItem = {
  type: string
  header: Record<string, unknown>
  payload: unknown
}

export type Envelope = { header: Record<string, unknown>; items: EnvelopeItem[] }

const newline = 10

/**
 * Parses a Sentry envelope. Throws SyntaxError if a header or payload is not JSON.
 * https://develop.sentry.dev/sdk/data-model/envelopes/
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

/**
 * Parses a replay recording: one line with the segment id, then the events as plain or deflated
 * JSON.
 */
function readRecording(bytes: Buffer): { segment_id: number; events: unknown } {
  const end = bytes.indexOf(newline)
  const events = bytes.subarray(end + 1)
  const isPlain = events[0] === '['.charCodeAt(0)
  return {
    ...(JSON.parse(bytes.subarray(0, end).toString()) as { segment_id: number }),
    events: JSON.parse((isPlain ? events : inflateSync(events)).toString()),
  }
}

import { z } from 'zod'
import type { Channel } from './connection.ts'
import type { Frame } from './frames.ts'
import type { Hub } from './hub.ts'
import { shutDown } from './leave-channel.ts'
import { newPresence } from './presences.ts'

/**
 * Maximum size of a presence state in bytes. The limit is low, because every process stores every
 * presence state.
 */
const presenceLimitBytes = 32 * 1024
/** Maximum total size in bytes of the presence states that one socket tracks. */
const socketLimitBytes = 256 * 1024

const presenceSchema = z.object({ event: z.string(), payload: z.unknown().optional() })

export function handlePresence(hub: Hub, channel: Channel, frame: Frame): void {
  const { connection } = channel
  const parsed = presenceSchema.safeParse(frame.payload)
  if (!parsed.success) return connection.reply(frame, 'ok', {})
  if (!countCall(hub, channel)) {
    return shutDown(hub, channel, 'Client presence rate limit exceeded')
  }
  switch (parsed.data.event.toLowerCase()) {
    case 'track':
      return track(hub, channel, frame, parsed.data.payload ?? {})
    case 'untrack':
      if (channel.presence) hub.presences.remove(channel.key, channel.presence.ref)
      channel.presence = null
      return connection.reply(frame, 'ok', {})
    default:
      return connection.reply(frame, 'error', { reason: 'Unknown presence event' })
  }
}

export function sendPresenceState(hub: Hub, channel: Channel): void {
  if (!channel.granted.has('read presence')) return
  channel.connection.send(channel, 'presence_state', hub.presences.state(channel.key))
}

function track(hub: Hub, channel: Channel, frame: Frame, payload: unknown): void {
  const { connection } = channel
  if (!channel.granted.has('write presence')) {
    const reason = `Unauthorized: You do not have permissions to be present on this Channel topic: ${channel.name}`
    return connection.reply(frame, 'error', { reason })
  }
  if (payload === null || typeof payload !== 'object' || Array.isArray(payload)) {
    return connection.reply(frame, 'error', { reason: 'Presence track payload must be a map' })
  }
  const size = sizeOf(payload)
  if (size > presenceLimitBytes || size + presenceBytesElsewhere(channel) > socketLimitBytes) {
    return shutDown(hub, channel, 'Track message size exceeded')
  }
  const previous = channel.presence
  channel.presence = newPresence(hub.bus.id, channel.presenceKey, payload, previous)
  hub.presences.add(channel.key, channel.presence)
  if (previous) hub.presences.remove(channel.key, previous.ref)
  connection.reply(frame, 'ok', {})
  if (channel.receivesPresence) return
  // From now on, sends presence events to this client, because it tracks a presence.
  channel.receivesPresence = true
  sendPresenceState(hub, channel)
}

function presenceBytesElsewhere(channel: Channel): number {
  let bytes = 0
  for (const other of channel.connection.channels.values()) {
    if (other !== channel && other.presence) bytes += sizeOf(other.presence.meta)
  }
  return bytes
}

/**
 * Returns the size of the payload as JSON in bytes, or Infinity if the payload is nested too
 * deeply.
 */
function sizeOf(payload: object): number {
  try {
    return Buffer.byteLength(JSON.stringify(payload))
  } catch {
    return Infinity
  }
}

function countCall(hub: Hub, channel: Channel): boolean {
  const now = Date.now()
  const calls = channel.presenceCalls
  if (now > calls.until) {
    channel.presenceCalls = { count: 1, until: now + hub.limits.clientPresenceWindowMs }
    return true
  }
  calls.count += 1
  return calls.count <= hub.limits.clientPresenceMaxCalls
}

import type { Channel } from './connection.ts'
import type { Hub } from './hub.ts'

/** Removes a channel, its presence and its subscriptions without notifying the client. */
export function leaveChannel(hub: Hub, channel: Channel): void {
  const { connection } = channel
  if (connection.channels.get(channel.topic) === channel) connection.channels.delete(channel.topic)
  hub.topics.remove(channel)
  if (channel.presence) hub.presences.remove(channel.key, channel.presence.ref)
  channel.presence = null
  if (channel.bindings.list.length > 0) hub.changes.leave(channel)
}

export function shutDown(hub: Hub, channel: Channel, reason: string): void {
  leaveChannel(hub, channel)
  channel.connection.system(channel, 'error', 'system', reason)
  channel.connection.end(channel, 'phx_close')
}

/** Ends a channel so that the channel's client joins again, for example after missed changes. */
export function failChannel(hub: Hub, channel: Channel): void {
  leaveChannel(hub, channel)
  channel.connection.end(channel, 'phx_error')
}

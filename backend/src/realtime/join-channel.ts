import { Channel, type Connection } from './connection.ts'
import type { Frame } from './frames.ts'
import type { Hub } from './hub.ts'
import { leaveChannel } from './leave-channel.ts'
import { publicPermissions, type Granted } from './permissions.ts'
import { sendPresenceState } from './presence-event.ts'
import { RealtimeError } from './realtime-error.ts'
import { replayLimit } from './stored-messages.ts'
import { callerOf } from './tokens.ts'
import { joinSchema, replaySchema, type JoinPayload } from './join-payload.ts'

/**
 * Maximum time in milliseconds for which a join waits for the bus to open, unless the client sets
 * the option `wait`.
 */
const openTimeoutMs = 2_000
const maxWaitMs = 20_000

export async function joinChannel(hub: Hub, connection: Connection, frame: Frame): Promise<void> {
  const name = nameOf(frame.topic)
  if (connection.channels.size >= hub.limits.maxChannelsPerClient) {
    throw new RealtimeError('ChannelRateLimitReached', 'Too many channels')
  }
  const join = read(frame.payload)
  const token = join.access_token
  // An API key that is not a JWT contains no claims, so the handshake's caller is used.
  const caller = token && !token.startsWith('sb_') ? await callerOf(hub, token) : connection.caller
  const granted = join.config.private ? await hub.permissions.of(caller, name) : publicPermissions
  if (!granted.has('read broadcast') && !granted.has('read presence')) throw unauthorized(name)
  const replay = replayOf(join, name, granted)
  const { topic, joinRef } = frame
  const channel = newChannel({ connection, topic, joinRef, caller, granted, join })
  const isBusOpen = await waitUntilOpen(hub, join)

  // If a socket joins a topic a second time, the second join replaces the first.
  const before = connection.channels.get(topic)
  limitBindings(hub, connection, channel, before)
  if (before) {
    leaveChannel(hub, before)
    connection.end(before, 'phx_close')
  }
  if (!connection.isOpen) return
  channel.holdBroadcasts()
  connection.channels.set(topic, channel)
  hub.topics.add(channel)
  const stored = replay ? await readStored(hub, channel, replay) : null
  // Subscribes before the reply, so that the client receives all changes after the reply.
  const hasChanges = channel.bindings.list.length > 0
  const begin = hasChanges ? await hub.changes.join(channel) : null
  if (!connection.isOpen) return

  connection.reply(frame, 'ok', { postgres_changes: channel.bindings.describe() })
  for (const broadcast of stored?.missed ?? []) channel.write(broadcast)
  channel.releaseBroadcasts(stored?.known)
  if (channel.receivesPresence) sendPresenceState(hub, channel)
  if (join.config.broadcast.replication_ready) {
    if (isBusOpen) connection.system(channel, 'ok', 'system', 'Replication connection established')
    else {
      const reason = 'Replication connection was not established in time'
      connection.system(channel, 'error', 'system', reason)
    }
  }
  begin?.()
}

/**
 * Throws RealtimeError if the client has too many postgres_changes subscriptions. Counts them just
 * before the join takes effect, because joins of several topics run concurrently.
 */
function limitBindings(hub: Hub, { channels }: Connection, channel: Channel, replaced?: Channel) {
  let count = channel.bindings.list.length - (replaced?.bindings.list.length ?? 0)
  for (const joined of channels.values()) count += joined.bindings.list.length
  if (channel.bindings.list.length > 0 && count > hub.limits.maxBindingsPerClient)
    throw new RealtimeError('ChannelRateLimitReached', 'Too many postgres_changes bindings')
}

function nameOf(topic: string): string {
  if (!topic.startsWith('realtime:')) throw new RealtimeError('UnknownTopic', 'unmatched topic')
  const name = topic.slice('realtime:'.length)
  if (name === '') throw new RealtimeError('TopicNameRequired', 'You must provide a topic name')
  return name
}

function read(payload: unknown): JoinPayload {
  const parsed = joinSchema.safeParse(payload ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new RealtimeError('InvalidJoinPayload', `${issue?.path.join('.')}: ${issue?.message}`)
}

function newChannel(options: ConstructorParameters<typeof Channel>[0]): Channel {
  try {
    return new Channel(options)
  } catch (error) {
    throw new RealtimeError('RealtimeDisabledForConfiguration', (error as Error).message)
  }
}

function unauthorized(name: string): RealtimeError {
  return new RealtimeError(
    'Unauthorized',
    `You do not have permissions to read from this Channel topic: ${name}`,
  )
}

type Replay = { since: Date; limit: number }

function replayOf(join: JoinPayload, name: string, granted: Granted): Replay | null {
  const { replay } = join.config.broadcast
  if (replay === undefined || replay === null) return null
  if (!join.config.private) {
    throw new RealtimeError('UnableToReplayMessages', 'Replay is not allowed for public channels')
  }
  if (!granted.has('read broadcast')) throw unauthorized(name)
  const parsed = replaySchema.safeParse(replay)
  if (!parsed.success) {
    throw new RealtimeError('UnableToReplayMessages', 'Replay params are not valid')
  }
  const { since, limit } = parsed.data
  return {
    since: new Date(since),
    limit: Math.max(1, Math.min(limit ?? replayLimit, replayLimit)),
  }
}

/**
 * Returns whether the bus opened in time. If the client set the option `wait` for postgres_changes,
 * throws RealtimeError instead of returning false.
 */
async function waitUntilOpen(hub: Hub, join: JoinPayload): Promise<boolean> {
  const { postgres_changes, postgres_changes_options: options } = join.config
  const isCondition = options.wait === true && (postgres_changes ?? []).length > 0
  const limitMs = isCondition ? Math.min(options.timeout ?? 15_000, maxWaitMs) : openTimeoutMs
  const timer = Promise.withResolvers<'late'>()
  const timeout = setTimeout(() => timer.resolve('late'), limitMs)
  const outcome = await Promise.race([
    hub.open().then(
      () => 'open' as const,
      () => 'closed' as const,
    ),
    timer.promise,
  ])
  clearTimeout(timeout)
  if (isCondition && outcome === 'late') {
    throw new RealtimeError(
      'PostgresChangesSubscribeTimeout',
      `Timed out after ${limitMs}ms waiting for the postgres_changes subscription`,
    )
  }
  if (isCondition && outcome === 'closed') {
    throw new RealtimeError(
      'RealtimeDisabledForConfiguration',
      'The database offers no change feed',
    )
  }
  return outcome === 'open'
}

async function readStored(hub: Hub, channel: Channel, { since, limit }: Replay) {
  try {
    return await hub.stored.since(channel.name, since, limit)
  } catch (error) {
    hub.log.error('failed to load stored messages for a replay', error)
    leaveChannel(hub, channel)
    throw new RealtimeError('UnableToReplayMessages', 'Realtime was unable to replay messages')
  }
}

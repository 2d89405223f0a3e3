import { Channel } from './channel.ts'
import type { Connection } from './connection.ts'
import type { Frame } from './frames.ts'
import type { Hub } from './hub.ts'
import { joinSchema, replaySchema, type JoinPayload } from './join-payload.ts'
import { leaveChannel } from './leave-channel.ts'
import { publicPermissions, type Granted } from './permissions.ts'
import { sendPresenceState } from './presence-event.ts'
import { Refusal } from './refusal.ts'
import { replayLimit } from './stored-messages.ts'
import { callerOf } from './tokens.ts'

/** What others say may come late, as while a long transaction keeps the log from being read; an answer may not. */
const openLimitMs = 2_000
const longestWaitMs = 20_000

/** Joins a topic. Throws Refusal; the client is told of everything else. */
export async function joinChannel(hub: Hub, connection: Connection, frame: Frame): Promise<void> {
  const name = nameOf(frame.topic)
  if (connection.channels.size >= hub.limits.maxChannelsPerClient) {
    throw new Refusal('ChannelRateLimitReached', 'Too many channels')
  }
  const join = read(frame.payload)
  const token = join.access_token
  // Opaque keys say no more than the handshake has said.
  const caller = token && !token.startsWith('sb_') ? await callerOf(hub, token) : connection.caller
  const granted = join.config.private ? await hub.permissions.of(caller, name) : publicPermissions
  if (!granted.has('read broadcast') && !granted.has('read presence')) throw unauthorized(name)
  const replay = replayOf(join, name, granted)
  const { topic, joinRef } = frame
  const channel = newChannel({ connection, topic, joinRef, caller, granted, join })
  const isListening = await listening(hub, join)

  // The same topic joined again takes the place of the first.
  const before = connection.channels.get(topic)
  if (before) {
    leaveChannel(hub, before)
    connection.end(before, 'phx_close')
  }
  if (!connection.isOpen) return
  channel.hold()
  connection.channels.set(topic, channel)
  hub.topics.add(channel)
  const stored = replay ? await readStored(hub, channel, replay) : null
  // Before the answer: what is committed once the client knows that it has joined is not missed.
  const hasChanges = channel.subscriptions.list.length > 0
  const begin = hasChanges ? await hub.changes.join(connection, channel) : null
  if (!connection.isOpen) return

  connection.reply(frame, 'ok', { postgres_changes: channel.subscriptions.describe() })
  for (const broadcast of stored?.missed ?? []) channel.write(broadcast)
  channel.release(stored?.known)
  if (channel.hearsPresence) sendPresenceState(hub, channel)
  if (join.config.broadcast.replication_ready) {
    if (isListening)
      connection.system(channel, 'ok', 'system', 'Replication connection established')
    else {
      const reason = 'Replication connection was not established in time'
      connection.system(channel, 'error', 'system', reason)
    }
  }
  begin?.()
}

function nameOf(topic: string): string {
  if (!topic.startsWith('realtime:')) throw new Refusal('UnknownTopic', 'unmatched topic')
  const name = topic.slice('realtime:'.length)
  if (name === '') throw new Refusal('TopicNameRequired', 'You must provide a topic name')
  return name
}

function read(payload: unknown): JoinPayload {
  const parsed = joinSchema.safeParse(payload ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Refusal('InvalidJoinPayload', `${issue?.path.join('.')}: ${issue?.message}`)
}

function newChannel(options: ConstructorParameters<typeof Channel>[0]): Channel {
  try {
    return new Channel(options)
  } catch (error) {
    throw new Refusal('RealtimeDisabledForConfiguration', (error as Error).message)
  }
}

function unauthorized(name: string): Refusal {
  return new Refusal(
    'Unauthorized',
    `You do not have permissions to read from this Channel topic: ${name}`,
  )
}

type Replay = { since: Date; limit: number }

function replayOf(join: JoinPayload, name: string, granted: Granted): Replay | null {
  const { replay } = join.config.broadcast
  if (replay === undefined || replay === null) return null
  if (!join.config.private) {
    throw new Refusal('UnableToReplayMessages', 'Replay is not allowed for public channels')
  }
  if (!granted.has('read broadcast')) throw unauthorized(name)
  const parsed = replaySchema.safeParse(replay)
  if (!parsed.success) {
    throw new Refusal('UnableToReplayMessages', 'Replay params are not valid')
  }
  const { since, limit } = parsed.data
  return {
    since: new Date(since),
    limit: Math.max(1, Math.min(limit ?? replayLimit, replayLimit)),
  }
}

/** Waits until what others say is heard, not for ever. A client may ask to be refused without it. */
async function listening(hub: Hub, join: JoinPayload): Promise<boolean> {
  const { postgres_changes, postgres_changes_options: options } = join.config
  const isCondition = options.wait === true && (postgres_changes ?? []).length > 0
  const limitMs = isCondition ? Math.min(options.timeout ?? 15_000, longestWaitMs) : openLimitMs
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
    throw new Refusal(
      'PostgresChangesSubscribeTimeout',
      `Timed out after ${limitMs}ms waiting for the postgres_changes subscription`,
    )
  }
  if (isCondition && outcome === 'closed') {
    throw new Refusal('RealtimeDisabledForConfiguration', 'The database offers no change feed')
  }
  return outcome === 'open'
}

async function readStored(hub: Hub, channel: Channel, { since, limit }: Replay) {
  try {
    return await hub.stored.since(channel.name, since, limit)
  } catch (error) {
    hub.log.error('messages could not be replayed', error)
    leaveChannel(hub, channel)
    throw new Refusal('UnableToReplayMessages', 'Realtime was unable to replay messages')
  }
}

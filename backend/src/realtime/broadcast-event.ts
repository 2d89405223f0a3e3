import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Broadcast } from './broadcast.ts'
import type { Channel } from './connection.ts'
import { parseJson, type BinaryPush, type Frame, type FrameAddress } from './frames.ts'
import { broadcastToAll, type Hub } from './hub.ts'
import { shutDown } from './leave-channel.ts'

const pushSchema = z.looseObject({
  type: z.unknown().optional(),
  event: z.string(),
  payload: z.unknown().optional(),
})

/** Whether to store a message for replay: `true` for 72 hours, or `ttl` in seconds. */
export const persistSchema = z.union([
  z.literal(true).transform(() => ({ ttl: null })),
  z.object({
    ttl: z
      .number()
      .int()
      .positive()
      .max(72 * 3600)
      .nullish()
      .transform((ttl) => ttl ?? null),
  }),
])

type Push = FrameAddress & {
  event: string
  isBinary: boolean
  body: Buffer
  rest?: Record<string, unknown>
  persist?: unknown
}

export function handleTextBroadcast(hub: Hub, channel: Channel, frame: Frame): void {
  const parsed = pushSchema.safeParse(frame.payload)
  if (!parsed.success) {
    return channel.connection.reply(frame, 'error', { reason: 'Invalid broadcast payload' })
  }
  const { type: _type, event, payload, ...rest } = parsed.data
  const text = payload === undefined ? '' : toJson(payload)
  if (text === null) {
    return channel.connection.reply(frame, 'error', { reason: 'Invalid broadcast payload' })
  }
  handle(hub, channel, {
    ...frame,
    event,
    isBinary: false,
    body: Buffer.from(text),
    ...(Object.keys(rest).length > 0 && { rest }),
  })
}

export function handleBinaryBroadcast(hub: Hub, channel: Channel, push: BinaryPush): void {
  if (!push.isBinary && parseJson(push.body.toString()) === undefined) {
    return channel.connection.reply(push, 'error', { reason: 'Invalid broadcast payload' })
  }
  handle(hub, channel, { ...push, persist: push.meta['persist'] })
}

function handle(hub: Hub, channel: Channel, push: Push): void {
  const { connection, granted, name, isPrivate } = channel
  const isAllowed = connection.rates.events.consume() && hub.rates.events.consume()
  if (!isAllowed || !connection.rates.bytes.consume(push.body.length)) {
    return shutDown(hub, channel, 'Too many messages per second')
  }
  const answer = (status: 'ok' | 'error', response: object) => {
    if (channel.wantsAck || push.persist) connection.reply(push, status, response)
  }
  if (!granted.has('write broadcast')) {
    return answer('error', {
      reason: `Unauthorized: You do not have permissions to send to this Channel topic: ${name}`,
    })
  }
  if (push.body.length > hub.limits.maxPayloadBytes) {
    return answer('error', { reason: 'payload_size_exceeded' })
  }
  const persist = push.persist ? persistSchema.safeParse(push.persist) : null
  if (persist && (!persist.success || !granted.has('write persistence'))) {
    const error = persist.success
      ? `You do not have permissions to store messages of this Channel topic: ${name}`
      : 'Invalid persist option'
    return answer('error', { error })
  }
  const { event, isBinary, rest, body } = push
  const meta = persist?.data ? { id: randomUUID() } : undefined
  const broadcast = new Broadcast({ topic: name, isPrivate, event, isBinary, meta, rest }, body)
  broadcastToAll(hub, broadcast, channel.receivesOwn ? undefined : channel).catch(
    (error: unknown) =>
      hub.log.error('failed to send a broadcast to other processes; their clients miss it', error),
  )
  if (!persist?.data) return answer('ok', {})
  hub.stored.store(broadcast, persist.data.ttl).then(
    () => answer('ok', {}),
    (error: unknown) => {
      hub.log.error('failed to store a broadcast', error)
      answer('error', { error: 'The message could not be stored' })
    },
  )
}

/** Returns the value as JSON text, or null if the value is nested too deeply for JSON.stringify. */
function toJson(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch {
    return null
  }
}

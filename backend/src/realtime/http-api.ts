import { randomUUID } from 'node:crypto'
import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import { BodyTooLargeError, readBytes } from '#backend/platform/body.ts'
import { bearerToken, type Caller } from '#backend/platform/caller.ts'
import { json } from '#backend/platform/http.ts'
import { persistSchema } from './broadcast-event.ts'
import { Broadcast } from './broadcast.ts'
import { parseJson } from './frames.ts'
import { broadcastToAll, type Hub } from './hub.ts'
import { RealtimeError } from './realtime-error.ts'
import { callerOf } from './tokens.ts'

const messagesSchema = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().min(1),
        event: z.string().min(1),
        payload: z.unknown().refine((payload) => payload !== undefined && payload !== null, {
          error: "can't be blank",
        }),
        private: z.boolean().nullish(),
      }),
    )
    .min(1),
})

export function createHttpApi(hub: Hub): Hono {
  const app = new Hono()
  app.post('/api/broadcast', (c) => withErrorResponse(() => broadcastMany(hub, c)))
  app.post('/api/broadcast/:topic/events/:event', (c) =>
    withErrorResponse(() => broadcastOne(hub, c)),
  )
  return app
}

async function broadcastMany(hub: Hub, c: HonoContext): Promise<Response> {
  const caller = await callerOfRequest(hub, c.req.raw)
  const body = await readBytes(c.req.raw, hub.limits.maxPayloadBytes * 2)
  const parsed = messagesSchema.safeParse(parsedJson(body))
  if (!parsed.success) return unprocessable(errorsOf(parsed.error))
  const { messages } = parsed.data
  if (
    messages.length > hub.limits.maxEventsPerSecond ||
    !hub.rates.events.consume(messages.length)
  ) {
    return json({ message: 'Too many messages to broadcast, please reduce the batch size' }, 429)
  }
  const broadcasts = messages.map(({ topic, event, payload, private: isPrivate }) => {
    const header = { topic, event, isPrivate: isPrivate === true, isBinary: false }
    return new Broadcast(header, Buffer.from(JSON.stringify(payload)))
  })
  if (broadcasts.some((broadcast) => broadcast.body.length > hub.limits.maxPayloadBytes)) {
    return unprocessable({ payload: ['Payload size exceeds tenant limit'] })
  }
  const sent: Promise<void>[] = []
  for (const broadcast of broadcasts) {
    const { topic, isPrivate } = broadcast.header
    // As in Supabase Realtime, messages that policies reject are dropped without an error.
    const isAllowed = !isPrivate || (await hub.permissions.of(caller, topic)).has('write broadcast')
    if (isAllowed) sent.push(broadcastToAll(hub, broadcast))
  }
  await Promise.all(sent)
  return accepted()
}

async function broadcastOne(hub: Hub, c: HonoContext): Promise<Response> {
  const caller = await callerOfRequest(hub, c.req.raw)
  const topic = c.req.param('topic') ?? ''
  const event = c.req.param('event') ?? ''
  const type = (c.req.header('content-type') ?? 'application/json').split(';')[0]?.trim()
  const isBinary = type === 'application/octet-stream'
  if (!isBinary && type !== 'application/json') {
    return json({ message: 'Unsupported Media Type' }, 415)
  }
  const body = await readBytes(c.req.raw, hub.limits.maxPayloadBytes)
  if (!isBinary && parsedJson(body) === undefined) {
    return unprocessable({ payload: ["can't be blank"] })
  }
  const isPrivate = c.req.query('private') === 'true'
  const persist = persistOf(c)
  if (persist === 'invalid') return unprocessable({ persist: ['is invalid'] })
  if (persist && !isPrivate) {
    return unprocessable({ persist: ['can only be used on private channels'] })
  }
  if (!hub.rates.events.consume())
    return json({ message: 'You have exceeded your rate limit' }, 429)
  const granted = isPrivate ? await hub.permissions.of(caller, topic) : null
  if (granted && !granted.has('write broadcast')) return json({ message: 'Unauthorized' }, 403)
  const isStored = persist !== null && granted?.has('write persistence') === true
  const meta = isStored ? { id: randomUUID() } : undefined
  const broadcast = new Broadcast({ topic, event, isPrivate, isBinary, meta }, body)
  await broadcastToAll(hub, broadcast)
  if (isStored) await hub.stored.store(broadcast, persist.ttl)
  return accepted()
}

/** Parses `persist=true` or `persist[ttl]=<seconds>` in the query string. */
function persistOf(c: HonoContext): { ttl: number | null } | null | 'invalid' {
  const ttl = c.req.query('persist[ttl]')
  if (ttl === undefined && c.req.query('persist') !== 'true') return null
  const parsed = persistSchema.safeParse(ttl === undefined ? true : { ttl: Number(ttl) })
  return parsed.success ? parsed.data : 'invalid'
}

async function callerOfRequest(hub: Hub, request: Request): Promise<Caller> {
  const { headers } = request
  const token = bearerToken(headers) ?? headers.get('apikey')
  if (!token) throw new RealtimeError('MissingAPIKey', 'Missing API key')
  return callerOf(hub, token)
}

async function withErrorResponse(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RealtimeError) return json({ message: error.message }, 401)
    if (error instanceof BodyTooLargeError) {
      return unprocessable({ payload: ['Payload size exceeds tenant limit'] })
    }
    return json({ message: 'Realtime was unable to connect to the project database' }, 503)
  }
}

/** Parses a JSON body. Returns undefined if the body is invalid JSON or null. */
function parsedJson(body: Buffer): unknown {
  return parseJson(body.toString()) ?? undefined
}

function errorsOf(error: z.ZodError): Record<string, string[]> {
  const entries = error.issues.map(({ path, message }) => [path.join('.'), [message]])
  return Object.fromEntries(entries) as Record<string, string[]>
}

function unprocessable(errors: Record<string, string[]>): Response {
  const message = Object.entries(errors).map(([field, [text]]) => `${field} ${text}`)
  return json({ message: message.join(', '), errors }, 422)
}

function accepted(): Response {
  return new Response(null, { status: 202, headers: { 'Content-Length': '0' } })
}

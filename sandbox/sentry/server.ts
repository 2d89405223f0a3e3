import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { parseEnvelope, type Envelope, type EnvelopeItem } from './envelope.ts'

export type SentrySandbox = Awaited<ReturnType<typeof createSentrySandbox>>

const envelopePath = /^\/api\/(\d+)\/envelope\/$/
const publicKey = 'a'.repeat(32)

/** Starts a fake Sentry server on 127.0.0.1 that keeps all envelopes in memory. */
export async function createSentrySandbox({ port = 0 } = {}) {
  const envelopes: Envelope[] = []
  const arrived = new EventEmitter()
  let limit: { headers: Record<string, string> } | undefined
  let rateLimited = 0

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    // Allows all origins (CORS), because browsers post from the origin of the page.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('access-control-expose-headers', 'x-sentry-rate-limits, retry-after')
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (request.method === 'OPTIONS') return response.writeHead(200).end()
    if (request.method !== 'POST' || !envelopePath.test(pathname))
      return response.writeHead(404).end()
    const body = await buffer(request)
    if (limit) {
      rateLimited += 1
      return response.writeHead(429, limit.headers).end()
    }
    try {
      const isZipped = request.headers['content-encoding'] === 'gzip'
      const envelope = parseEnvelope(isZipped ? gunzipSync(body) : body)
      envelopes.push(envelope)
      arrived.emit('envelope')
      return response.writeHead(200).end(JSON.stringify({ id: envelope.header['event_id'] }))
    } catch (error) {
      return response.writeHead(400).end(JSON.stringify({ detail: String(error) }))
    }
  }
  const server = createServer((request, response) => void handle(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  const items = (): EnvelopeItem[] => envelopes.flatMap((envelope) => envelope.items)
  const payloads = <T = Record<string, unknown>>(type: string) =>
    items()
      .filter((item) => item.type === type)
      .map((item) => item.payload as T)

  return {
    dsn: `http://${publicKey}@127.0.0.1:${(server.address() as AddressInfo).port}/1`,
    envelopes: envelopes as readonly Envelope[],
    payloads,
    /** Resolves with the first matching payload. Rejects after `ms` milliseconds. */
    waitFor: async <T = Record<string, unknown>>(
      type: string,
      matches: (payload: T) => boolean = () => true,
      ms = 45_000,
    ): Promise<T> => {
      const deadline = AbortSignal.timeout(ms)
      for (;;) {
        const found = payloads<T>(type).find((payload) => matches(payload))
        if (found !== undefined) return found
        await once(arrived, 'envelope', { signal: deadline }).catch(() => {
          const types = items().map((item) => item.type)
          throw new Error(
            `No matching ${type} within ${ms} ms; received: ${types.join(', ') || 'nothing'}`,
          )
        })
      }
    },
    /** Turns 429 responses on or off. Sentry responds with 429 to clients above its rate limit. */
    limitRate: (isOn: boolean, seconds?: number) => {
      const headers: Record<string, string> = seconds ? { 'retry-after': String(seconds) } : {}
      limit = isOn ? { headers } : undefined
    },
    rateLimitedCount: () => rateLimited,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

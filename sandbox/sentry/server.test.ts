import { deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSentrySandbox, type SentrySandbox } from './server.ts'

let sandbox: SentrySandbox
let url: string
beforeEach(async () => {
  sandbox = await createSentrySandbox()
  const { origin, pathname } = new URL(sandbox.dsn)
  url = `${origin}/api${pathname}/envelope/`
})
afterEach(() => sandbox.close())

const lines = (...parts: object[]) => parts.map((part) => JSON.stringify(part)).join('\n')
const event = (message: string) =>
  lines({ event_id: 'e1' }, { type: 'event' }, { message, level: 'error' })
const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers })

test('the Sentry fake stores every item of plain and gzipped envelopes', async () => {
  const payload = JSON.stringify({ transaction: 'über', type: 'transaction' })
  const length = Buffer.byteLength(payload)
  const sized = `${lines({}, { type: 'transaction', length })}\n${payload}\n${lines({ type: 'session' }, { sid: 's' })}`
  expect((await post(gzipSync(sized), { 'content-encoding': 'gzip' })).status).toBe(200)
  expect((await post(event('broken'))).status).toBe(200)
  expect(sandbox.payloads('transaction')).toEqual([{ transaction: 'über', type: 'transaction' }])
  expect(sandbox.payloads('session')).toEqual([{ sid: 's' }])
  expect(sandbox.payloads('event')).toEqual([{ message: 'broken', level: 'error' }])
})

test('the Sentry fake parses plain and deflated replay recordings', async () => {
  const recorded = JSON.stringify([{ type: 4 }])
  for (const body of [Buffer.from(recorded), deflateSync(recorded)]) {
    const payload = Buffer.concat([Buffer.from('{"segment_id":0}\n'), body])
    const head = `${lines({}, { type: 'replay_recording', length: payload.length })}\n`
    await post(Buffer.concat([Buffer.from(head), payload, Buffer.from('\n')]))
  }
  const segment = { segment_id: 0, events: [{ type: 4 }] }
  expect(sandbox.payloads('replay_recording')).toEqual([segment, segment])
})

test('`waitFor` of the Sentry fake resolves with a matching payload, or rejects after a timeout with the received item types', async () => {
  const waiting = sandbox.waitFor('event', ({ message }) => message === 'second')
  await post(event('first'))
  await post(event('second'))
  expect(await waiting).toMatchObject({ message: 'second' })
  await expect(sandbox.waitFor('transaction', undefined, 50)).rejects.toThrow(
    'No matching transaction within 50 ms; received: event, event',
  )
})

test('the Sentry fake allows cross-origin requests and responds to invalid envelopes with 400', async () => {
  const preflight = await fetch(url, { method: 'OPTIONS' })
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect((await post('not JSON')).status).toBe(400)
  expect((await fetch(url)).status).toBe(404)
  expect(sandbox.envelopes).toEqual([])
})

test('the Sentry fake responds with 429 and Retry-After while its rate limiting is on', async () => {
  sandbox.limitRate(true, 60)
  const limited = await post(event('too many'))
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60'])
  expect([sandbox.rateLimitedCount(), sandbox.envelopes.length]).toEqual([1, 0])
  sandbox.limitRate(false)
  expect((await post(event('after the pause'))).status).toBe(200)
})

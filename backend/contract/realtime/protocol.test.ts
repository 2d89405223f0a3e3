import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTarget, type Target } from '../target.ts'
import { eventually } from './clients.ts'
import { openSocket } from './sockets.ts'

let target: Target

beforeAll(async () => {
  target = await openTarget()
})

afterAll(() => target.close())

describe('frames', () => {
  const join = (topic: string, ref: string, payload: unknown = {}) => ({
    topic,
    event: 'phx_join',
    payload,
    ref,
    join_ref: ref,
  })

  test.each([
    ['a topic without prefix', 'room', {}, 'UnknownTopic: unmatched topic'],
    ['a topic without name', 'realtime:', {}, 'TopicNameRequired: You must provide a topic name'],
    ['an invalid config', 'realtime:x', { config: 7 }, /^InvalidJoinPayload: config: /],
  ])('a join with %s is rejected', async (_, topic, payload, reason) => {
    const { socket, send, replyTo } = await openSocket(target)
    send(join(topic, '1', payload))
    await eventually(() => expect(replyTo('1')).toBeDefined())
    const response = replyTo('1')?.['response'] as { reason: string }
    expect(replyTo('1')?.['status']).toBe('error')
    expect(response.reason).toMatch(reason)
    socket.close()
  })

  test('a join with the options postgres_changes_options.wait and replication_ready gets an ok reply and a system message for each option', async () => {
    const { socket, send, messages, replyTo } = await openSocket(target)
    const config = {
      postgres_changes: [{ event: '*', schema: 'public' }],
      postgres_changes_options: { wait: true, timeout: 10_000 },
      broadcast: { replication_ready: true },
    }
    send(join('realtime:x', '1', { config }))
    await eventually(() => expect(replyTo('1')).toMatchObject({ status: 'ok' }))
    await eventually(() =>
      expect(messages.filter(({ event }) => event === 'system')).toHaveLength(2),
    )
    const said = messages.flatMap(({ event, payload }) => (event === 'system' ? [payload] : []))
    expect(said).toContainEqual({
      extension: 'system',
      status: 'ok',
      message: 'Replication connection established',
      channel: 'x',
    })
    expect(said).toContainEqual({
      extension: 'postgres_changes',
      status: 'ok',
      message: 'Subscribed to PostgreSQL',
      channel: 'x',
    })
    socket.close()
  })

  test('a frame for a topic that the client has not joined gets an error reply', async () => {
    const { socket, send, replyTo } = await openSocket(target)
    send({ topic: 'realtime:x', event: 'broadcast', payload: { event: 'e' }, ref: '1' })
    await eventually(() =>
      expect(replyTo('1')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } }),
    )
    socket.close()
  })

  test('joining a topic a second time closes the channel of the first join', async () => {
    const { socket, send, messages, replyTo } = await openSocket(target)
    send(join('realtime:x', '1'))
    send(join('realtime:x', '2'))
    await eventually(() => expect(replyTo('2')).toMatchObject({ status: 'ok' }))
    const closes = messages.filter(({ event }) => event === 'phx_close')
    expect(closes.map(({ ref }) => ref)).toEqual(['1'])
    socket.close()
  })

  test('a leave message sent while a join is in flight closes the channel', async () => {
    const { socket, send, messages, replyTo } = await openSocket(target)
    send(join('realtime:x', '1'))
    send({ topic: 'realtime:x', event: 'phx_leave', payload: {}, ref: '2', join_ref: '1' })
    await eventually(() => expect(messages.map(({ event }) => event)).toContain('phx_close'))
    expect(replyTo('2')).toMatchObject({ status: 'ok' })
    socket.close()
  })

  test('a frame with an unknown event name gets an error reply', async () => {
    const { socket, send, replyTo } = await openSocket(target)
    send(join('realtime:x', '1'))
    send({ topic: 'realtime:x', event: 'dance', payload: {}, ref: '2', join_ref: '1' })
    await eventually(() => expect(replyTo('2')).toMatchObject({ status: 'error' }))
    socket.close()
  })

  test('the server rejects deeply nested payloads and keeps running', async () => {
    const { socket, send, messages, replyTo } = await openSocket(target)
    send(join('realtime:x', '1'))
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const frame = (event: string, ref: string, payload: string) =>
      `{"topic":"realtime:x","event":"${event}","ref":"${ref}","join_ref":"1","payload":${payload}}`
    socket.send(frame('broadcast', '2', `{"event":"e","payload":${deep}}`))
    socket.send(frame('presence', '3', `{"event":"track","payload":{"a":${deep}}}`))
    send({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '9' })
    await eventually(() => expect(replyTo('9')).toBeDefined())
    await eventually(() => expect(replyTo('2')).toMatchObject({ status: 'error' }))
    // The size of this presence state exceeds the limit, so the server closes the channel.
    await eventually(() => expect(messages.map(({ event }) => event)).toContain('phx_close'))
    socket.close()
  })

  test('the server closes a socket that sends more frames per second than the limit', async () => {
    const { send, closed } = await openSocket(target)
    for (let n = 0; n < 300; n += 1) {
      send({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: `${n}` })
    }
    expect(await closed).toBe(1006)
  })

  test('the server ignores malformed messages and leaves the socket open', async () => {
    const { socket, send, replyTo } = await openSocket(target)
    const binary = [[], [3], [3, 255, 255, 255, 255, 255, 1], [9, 0, 0, 0, 0, 0, 0, 0]]
    for (const bytes of binary) socket.send(Uint8Array.from(bytes))
    for (const text of [
      '',
      '{',
      'null',
      '[1,2]',
      '{"topic":1}',
      '[null,null,null,null,null]',
      '{"topic":"x","event":"phx_join","payload":7}',
    ]) {
      socket.send(text)
    }
    send({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '9' })
    await eventually(() => expect(replyTo('9')).toEqual({ status: 'ok', response: {} }))
    socket.close()
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTarget, type Target } from '../target.ts'
import { connect, disconnect, eventually, listen, newTopic, post } from './clients.ts'

let target: Target

beforeAll(async () => {
  target = await openTarget({ realtime: { maxPayloadBytes: 50_000 } })
})

afterAll(() => target.close())

async function listener(topic: string) {
  const client = await connect(target)
  return { ...(await listen(client, topic)), end: () => disconnect(client) }
}

describe('broadcasts over HTTP', () => {
  test('httpSend delivers a broadcast to the subscribers of its topic', async () => {
    const topic = newTopic()
    const { received, end } = await listener(topic)
    const client = await connect(target)
    const channel = client.channel(topic)
    expect(await channel.httpSend('news', { n: 1 })).toEqual({ success: true })
    await eventually(() => expect(received).toHaveLength(1))
    expect(received[0]).toEqual({ type: 'broadcast', event: 'news', payload: { n: 1 } })
    await client.removeChannel(channel)
    end()
  })

  test('httpSend delivers bytes, even for topics and events whose names need URL encoding', async () => {
    const topic = `${newTopic()}/ä b`
    const { received, end } = await listener(topic)
    const client = await connect(target)
    await client.channel(topic).httpSend('e/1', Uint8Array.of(1, 0, 255))
    await eventually(() => expect(received).toHaveLength(1))
    expect(received[0]?.event).toBe('e/1')
    expect(new Uint8Array(received[0]?.payload as ArrayBuffer)).toEqual(Uint8Array.of(1, 0, 255))
    end()
  })

  test('channel.send falls back to HTTP when the channel is not joined', async () => {
    const topic = newTopic()
    const { payloads, end } = await listener(topic)
    const client = await connect(target)
    const channel = client.channel(topic)
    expect(await channel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } })).toBe('ok')
    await eventually(() => expect(payloads()).toEqual([{ n: 1 }]))
    end()
  })

  test('each message in a batch of broadcasts sent over HTTP reaches its own topic, in order', async () => {
    const topics = [newTopic(), newTopic()] as const
    const first = await listener(topics[0])
    const second = await listener(topics[1])
    const messages = [
      { topic: topics[0], event: 'e', payload: { n: 1 } },
      { topic: topics[1], event: 'e', payload: { n: 2 } },
      { topic: topics[0], event: 'e', payload: { n: 3 }, private: false },
    ]
    const response = await post(target, '', JSON.stringify({ messages }))
    expect(response.status).toBe(202)
    expect(await response.text()).toBe('')
    await eventually(() => expect(first.payloads()).toEqual([{ n: 1 }, { n: 3 }]))
    await eventually(() => expect(second.payloads()).toEqual([{ n: 2 }]))
    first.end()
    second.end()
  })
})

describe('rejected broadcasts over HTTP', () => {
  test.each([
    ['invalid JSON', '', '{', 422],
    ['no messages', '', '{"messages":[]}', 422],
    ['a message without topic', '', '{"messages":[{"event":"e","payload":{}}]}', 422],
    ['a message without payload', '', '{"messages":[{"topic":"t","event":"e"}]}', 422],
    ['an empty body', '/t/events/e', '', 422],
    ['more bytes than allowed', '/t/events/e', JSON.stringify('x'.repeat(60_000)), 422],
  ])('the broadcast API rejects a request with %s', async (_, path, body, status) => {
    const response = await post(target, path, body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ message: expect.any(String) as string })
  })

  test('the broadcast API returns 401 for a request whose API key is not a token', async () => {
    const response = await post(target, '/t/events/e', '{}', { apikey: 'a.b.c' })
    expect(response.status).toBe(401)
  })

  test('the broadcast API returns 401 for a request without an API key', async () => {
    const url = `${target.url}/realtime/v1/api/broadcast/t/events/e`
    const response = await fetch(url, { method: 'POST', body: '{}' })
    expect(response.status).toBe(401)
  })

  test('the broadcast API returns 415 for a request whose content type is neither JSON nor bytes', async () => {
    const headers = { 'Content-Type': 'text/plain' }
    expect((await post(target, '/t/events/e', 'hi', headers)).status).toBe(415)
  })

  test('the broadcast API returns 429 to a client that exceeds the limit on messages per second', async () => {
    const messages = Array.from({ length: 2_501 }, () => ({ topic: 't', event: 'e', payload: 1 }))
    const response = await post(target, '', JSON.stringify({ messages }))
    expect(response.status).toBe(429)
  })
})

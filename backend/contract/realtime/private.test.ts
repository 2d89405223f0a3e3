import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isOwnTarget, openTarget, type Target } from '../target.ts'
import {
  connect,
  disconnect,
  eventually,
  joined,
  listen,
  newTopic,
  post,
  tokenOf,
} from './clients.ts'

let target: Target

beforeAll(async () => {
  target = await openTarget()
  await target.sql?.unsafe(`
    create table public.members (topic text, who uuid, may text[]);
    create function public.may(what text) returns boolean language sql stable security definer as $$
      select exists (select from public.members
        where topic = realtime.topic() and who = auth.uid() and what = any (may)) $$;
    create policy "members join" on realtime.messages for select to authenticated
      using (public.may('read ' || extension));
    create policy "members send" on realtime.messages for insert to authenticated
      with check (public.may('write ' || extension));`)
})

afterAll(() => target.close())

type May =
  'read broadcast' | 'read presence' | 'write broadcast' | 'write presence' | 'write persistence'

const everything: May[] = ['read broadcast', 'read presence', 'write broadcast', 'write presence']

const isPrivate = { private: true } as const

async function allow(topic: string, who: string, may: May[]) {
  await target.sql?.unsafe('delete from public.members where topic = $1 and who = $2', [topic, who])
  await target.sql?.unsafe('insert into public.members values ($1, $2, $3)', [topic, who, may])
}

/**
 * Creates a user who has the given permissions on the topic, and a client signed in as this user.
 */
async function person(topic: string, may: May[]) {
  const sub = crypto.randomUUID()
  await allow(topic, sub, may)
  const token = tokenOf(target, { sub })
  return { sub, token, client: await connect(target, { token }) }
}

describe.runIf(isOwnTarget)('private channels', () => {
  test('a private channel admits a user whom a select policy allows', async () => {
    const topic = newTopic()
    const [one, other] = await Promise.all([person(topic, everything), person(topic, everything)])
    const { channel } = await listen(one.client, topic, isPrivate)
    const { payloads } = await listen(other.client, topic, isPrivate)
    await channel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } })
    await eventually(() => expect(payloads()).toEqual([{ n: 1 }]))
    disconnect(one.client, other.client)
  })

  test('a private channel rejects users whom no select policy allows, and states the reason', async () => {
    const topic = newTopic()
    const { client } = await person(topic, [])
    const channel = client.channel(topic, { config: isPrivate })
    await expect(joined(channel)).rejects.toThrow(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    )
    disconnect(client)
  })

  test('a private channel admits a user who was granted access after an earlier rejection', async () => {
    const topic = newTopic()
    const { client, sub } = await person(topic, [])
    await expect(joined(client.channel(topic, { config: isPrivate }))).rejects.toThrow(
      'Unauthorized',
    )
    await allow(topic, sub, everything)
    // The realtime client retries the rejected join automatically.
    await eventually(() => expect(client.getChannels()[0]?.state).toBe('joined'))
    disconnect(client)
  })

  test('a private channel accepts broadcasts only from users whom an insert policy allows', async () => {
    const topic = newTopic()
    const reader = await person(topic, ['read broadcast'])
    const writer = await person(topic, everything)
    const { payloads } = await listen(writer.client, topic, isPrivate)
    const { channel } = await listen(reader.client, topic, {
      ...isPrivate,
      broadcast: { ack: true },
    })
    const answer = await channel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } })
    expect(answer).toBe('error')
    const sender = await listen(await connect(target, { token: writer.token }), topic, isPrivate)
    await sender.channel.send({ type: 'broadcast', event: 'e', payload: { n: 2 } })
    await eventually(() => expect(payloads()).toEqual([{ n: 2 }]))
    disconnect(reader.client, writer.client)
  })

  test('a private channel stores messages only from users whom an insert policy for stored messages allows', async () => {
    const topic = newTopic()
    const { client } = await person(topic, everything)
    const { channel } = await listen(client, topic, { ...isPrivate, broadcast: { ack: true } })
    const message = { type: 'broadcast', event: 'e', payload: {}, persist: true } as const
    expect(await channel.send(message)).toBe(
      `You do not have permissions to store messages of this Channel topic: ${topic}`,
    )
    disconnect(client)
  })

  test('a private channel sends no broadcasts to a user who may only read presence', async () => {
    const topic = newTopic()
    const present = await person(topic, ['read presence', 'write presence'])
    const member = await person(topic, everything)
    const { received } = await listen(present.client, topic, isPrivate)
    const { channel } = await listen(member.client, topic, {
      ...isPrivate,
      broadcast: { self: true },
    })
    const own = vi.fn<() => void>()
    channel.on('broadcast', { event: 'e' }, own)
    await channel.send({ type: 'broadcast', event: 'e', payload: {} })
    await eventually(() => expect(own).toHaveBeenCalled())
    expect(received).toEqual([])
    disconnect(present.client, member.client)
  })

  test('a private channel sends presence events only to users whom a policy allows to read presence', async () => {
    const topic = newTopic()
    const member = await person(topic, everything)
    const listener = await person(topic, ['read broadcast', 'write presence'])
    const seen = member.client.channel(topic, { config: isPrivate })
    seen.on('presence', { event: 'sync' }, () => {})
    const blind = listener.client.channel(topic, { config: isPrivate })
    const sync = vi.fn<() => void>()
    blind.on('presence', { event: 'sync' }, sync)
    await Promise.all([joined(seen), joined(blind)])
    expect(await blind.track({ name: 'quiet' })).toBe('ok')
    await eventually(() => expect(Object.keys(seen.presenceState())).toHaveLength(1))
    expect(sync).not.toHaveBeenCalled()
    disconnect(member.client, listener.client)
  })

  test('a private channel rejects presence from users whom no presence policy allows', async () => {
    const topic = newTopic()
    const { client } = await person(topic, ['read presence'])
    const { channel } = await listen(client, topic, isPrivate)
    expect(await channel.track({ name: 'x' })).toBe('error')
    disconnect(client)
  })

  test('a private channel and a public channel with the same name do not share messages', async () => {
    const topic = newTopic()
    const member = await person(topic, everything)
    const inside = await listen(member.client, topic, isPrivate)
    const visitor = await connect(target)
    const outside = await listen(visitor, topic, { broadcast: { ack: true } })
    await outside.channel.send({ type: 'broadcast', event: 'e', payload: { from: 'outside' } })
    const path = `/${topic}/events/e`
    await post(target, path, '{"from":"public http"}')
    await post(target, `${path}?private=true`, '{"from":"private http"}', {
      Authorization: `Bearer ${member.token}`,
    })
    await eventually(() => expect(inside.payloads()).toEqual([{ from: 'private http' }]))
    await eventually(() => expect(outside.payloads()).toEqual([{ from: 'public http' }]))
    disconnect(member.client, visitor)
  })

  test('a private channel admits the service role even without policies', async () => {
    const topic = newTopic()
    const client = await connect(target, { key: target.serviceRoleKey })
    const { channel, payloads } = await listen(client, topic, {
      ...isPrivate,
      broadcast: { self: true },
    })
    await channel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } })
    await eventually(() => expect(payloads()).toEqual([{ n: 1 }]))
    disconnect(client)
  })

  test('a private channel rejects a user for whom its policy raises an error', async () => {
    const topic = newTopic()
    const client = await connect(target, { token: tokenOf(target, { sub: 'nobody' }) })
    const channel = client.channel(topic, { config: isPrivate })
    await expect(joined(channel)).rejects.toThrow('Unauthorized')
    disconnect(client)
  })

  test("checking a user's permissions leaves no rows in realtime.messages", async () => {
    const rows = await target.sql?.unsafe(
      `select count(*) from realtime.messages where event is null`,
    )
    expect(rows).toEqual([{ count: '0' }])
  })
})

describe.runIf(isOwnTarget)('refreshed tokens', () => {
  test('a private channel stays joined if the refreshed token still permits reading, and then uses the permissions of the new token', async () => {
    const topic = newTopic()
    const reader = await person(topic, ['read broadcast'])
    const { channel } = await listen(reader.client, topic, {
      ...isPrivate,
      broadcast: { ack: true },
    })
    const message = { type: 'broadcast', event: 'e', payload: {} } as const
    expect(await channel.send(message)).toBe('error')
    const writer = crypto.randomUUID()
    await allow(topic, writer, everything)
    await reader.client.setAuth(tokenOf(target, { sub: writer }))
    expect(await channel.send(message)).toBe('ok')
    disconnect(reader.client)
  })

  test('a private channel closes if the refreshed token no longer permits reading', async () => {
    const topic = newTopic()
    const { client, sub } = await person(topic, everything)
    const { channel, systems } = await listen(client, topic, isPrivate)
    await allow(topic, sub, [])
    await client.setAuth(tokenOf(target, { sub, jti: 'second' }))
    await eventually(() => expect(channel.state).toBe('closed'))
    expect(systems).toMatchObject([
      {
        status: 'error',
        message: `You no longer have permission to read from this Channel topic: ${topic}`,
      },
    ])
    disconnect(client)
  })
})

describe.runIf(isOwnTarget)('private channels over HTTP', () => {
  const send = (path: string, body: string, token: string) =>
    post(target, path, body, { Authorization: `Bearer ${token}` })

  test('the broadcast API returns 403 if no policy allows the user to send to the private channel', async () => {
    const topic = newTopic()
    const { token } = await person(topic, ['read broadcast'])
    const response = await send(`/${topic}/events/e?private=true`, '{}', token)
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({ message: 'Unauthorized' })
  })

  test('a private channel rejects a topic with a NUL character, which no policy can check', async () => {
    const topic = `${newTopic()}\0`
    const token = tokenOf(target, { role: 'service_role' })
    const single = await send(`/${encodeURIComponent(topic)}/events/e?private=true`, '{}', token)
    expect([single.status, await single.json()]).toEqual([403, { message: 'Unauthorized' }])
    const messages = [{ topic, event: 'e', payload: {}, private: true }]
    expect((await send('', JSON.stringify({ messages }), token)).status).toBe(202)
    const client = await connect(target, { token })
    await expect(joined(client.channel(topic, { config: isPrivate }))).rejects.toThrow(
      'Unauthorized: You do not have permissions to read from this Channel topic',
    )
    disconnect(client)
  })

  test('a batch of broadcasts to private channels delivers only the messages that policies allow', async () => {
    const topic = newTopic()
    const { token, client } = await person(topic, everything)
    const { payloads } = await listen(client, topic, isPrivate)
    const messages = [
      { topic: `${topic}-other`, event: 'e', payload: { n: 1 }, private: true },
      { topic, event: 'e', payload: { n: 2 }, private: true },
    ]
    expect((await send('', JSON.stringify({ messages }), token)).status).toBe(202)
    await eventually(() => expect(payloads()).toEqual([{ n: 2 }]))
    disconnect(client)
  })
})

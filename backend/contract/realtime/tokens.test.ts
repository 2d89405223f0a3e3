import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Tokens } from '#backend/platform/jwt.ts'
import { openTarget, signedUp, type Target } from '../target.ts'
import { connect, disconnect, eventually, joined, listen, newTopic, tokenOf } from './clients.ts'
import { handshake } from './sockets.ts'

const sweepMs = 200
/** Token lifetime in seconds, which is long enough for a join on a busy machine. */
const briefly = 6
let target: Target

beforeAll(async () => {
  target = await openTarget({ realtime: { sweepMs } })
})

afterAll(() => target.close())

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

describe('handshake tokens', () => {
  test.each([
    ['no key', '', 'Missing API key'],
    ['a key that is not a token', 'apikey=nonsense', 'The token provided is not a valid JWT'],
    ['a key of another server', '', 'Failed to validate JWT signature'],
    ['an expired key', '', 'Token has expired 60 seconds ago'],
  ])('a WebSocket handshake with %s gets status 401', async (what, query, error) => {
    const keys: Record<string, string> = {
      'a key of another server': new Tokens('another secret of forty letters, no less').sign({}),
      'an expired key': tokenOf(target, { exp: inSeconds(-60) }),
    }
    const key = keys[what]
    const answer = await handshake(target, key ? `apikey=${key}` : query)
    expect(answer?.status).toBe(401)
    expect(answer?.body).toEqual({
      error: expect.stringMatching(error.replace('60', '\\d+')) as string,
    })
  })

  test('a WebSocket handshake with a valid API key in the query string succeeds', async () => {
    expect(await handshake(target, `apikey=${target.anonKey}&vsn=2.0.0`)).toBeNull()
  })
})

describe('join tokens', () => {
  test.each([
    [
      'has expired',
      () => tokenOf(target, { exp: inSeconds(-5) }),
      /^InvalidJWTToken: Token has expired \d+ seconds ago$/,
    ],
    ['is malformed', () => 'nonsense', /^MalformedJWT: The token provided is not a valid JWT$/],
    [
      'is signed by another server',
      () => new Tokens('another secret of forty letters, no less').sign({}),
      /^JwtSignatureError: Failed to validate JWT signature$/,
    ],
  ])('a join with a token that %s is rejected', async (_, token, reason) => {
    const client = await connect(target, { token: token() })
    await expect(joined(client.channel(newTopic()))).rejects.toThrow(reason)
    disconnect(client)
  })
})

describe.concurrent('channel tokens', () => {
  test('a channel closes when its access token expires', async () => {
    const client = await connect(target, { token: tokenOf(target, { exp: inSeconds(briefly) }) })
    const { channel, systems } = await listen(client, newTopic())
    await eventually(() => expect(channel.state).toBe('closed'))
    expect(systems).toMatchObject([{ status: 'error', message: 'Access token has expired' }])
    disconnect(client)
  })

  test('a channel stays joined if the client refreshes its access token in time', async () => {
    const sub = crypto.randomUUID()
    const exp = inSeconds(briefly)
    const client = await connect(target, { token: tokenOf(target, { sub, exp }) })
    const { channel, systems } = await listen(client, newTopic())
    await client.setAuth(tokenOf(target, { sub }))
    await sleep(exp * 1_000 - Date.now() + 3 * sweepMs)
    expect(channel.state).toBe('joined')
    expect(systems).toEqual([])
    disconnect(client)
  })

  test('a channel closes when its client replaces the access token with an invalid token', async () => {
    const client = await connect(target, { token: tokenOf(target) })
    const { channel, systems } = await listen(client, newTopic())
    await client.setAuth('nonsense')
    await eventually(() => expect(channel.state).toBe('closed'))
    expect(systems).toMatchObject([{ message: 'The token provided is not a valid JWT' }])
    disconnect(client)
  })

  test('a channel closes when the session of its access token is revoked by sign-out', async () => {
    const { client: person, session } = await signedUp(target)
    const client = await connect(target, { token: session.access_token })
    const other = await signedUp(target)
    const stays = await connect(target, { token: other.session.access_token })
    const { channel, systems } = await listen(client, newTopic())
    const { channel: staying } = await listen(stays, newTopic())
    await person.auth.signOut()
    await eventually(() => expect(channel.state).toBe('closed'))
    expect(systems).toMatchObject([{ message: 'The session of this access token has ended' }])
    expect(staying.state).toBe('joined')
    disconnect(client, stays)
  })
})

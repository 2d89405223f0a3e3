import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionToken } from './browser-client.ts'
import { realtimeClient } from './realtime-client.ts'

type Listener = (event: AuthChangeEvent, session: Session | null) => void

const { becomes, ready } = vi.hoisted(() => {
  const listeners: Listener[] = []
  const auth = { onAuthStateChange: (listener: Listener) => listeners.push(listener) }
  const becomes: Listener = (...news) => {
    for (const listener of listeners) listener(...news)
  }
  return { becomes, ready: Promise.resolve({ auth }) }
})

vi.mock('./browser-client.ts', () => ({
  clientReady: ready,
  sessionToken: vi.fn<() => Promise<string | null>>(),
}))
vi.mock('./environment.ts', () => ({
  environment: () => ({ supabaseUrl: '/', supabaseAnonKey: 'public' }),
}))

const session = (access_token: string) => ({ access_token }) as Session

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://hourspace.example' })
  vi.mocked(sessionToken).mockResolvedValue(null)
})

test("the Realtime client uses the signed-in user's current access token, or the anon key without a session", async () => {
  const feed = realtimeClient()
  const speaksAs = async (token: string) => {
    await expect.poll(() => feed.accessTokenValue).toBe(token)
  }

  await feed.setAuth()
  await speaksAs('public')
  becomes('SIGNED_IN', session('first'))
  await speaksAs('first')
  becomes('TOKEN_REFRESHED', session('renewed'))
  await speaksAs('renewed')
  becomes('SIGNED_OUT', null)
  await speaksAs('public')
})

test('all Realtime subscriptions of a page share one client', () => {
  const feed = realtimeClient()
  expect(realtimeClient()).toBe(feed)
  expect(feed.endpointURL()).toContain('wss://hourspace.example/realtime/v1/websocket')
})

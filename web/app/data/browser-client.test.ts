import { beforeEach, expect, test, vi } from 'vitest'
import { createUserClient } from './user-client.ts'

vi.mock('./user-client.ts', () => ({ createUserClient: vi.fn<() => unknown>() }))

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.resetModules()
  vi.mocked(createUserClient).mockReset()
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  vi.stubGlobal('location', { hash: '' })
  vi.mocked(createUserClient).mockReturnValue({
    token: () => Promise.resolve('token'),
  } as unknown as ReturnType<typeof createUserClient>)
})

test('sessionToken returns null for a visitor without loading the session library', async () => {
  const { sessionToken } = await import('./browser-client.ts')
  expect(await sessionToken()).toBeNull()
  expect(createUserClient).not.toHaveBeenCalled()
})

test('a browser that blocks site storage has no session', async () => {
  vi.stubGlobal('localStorage', undefined)
  const { mayHaveSession } = await import('./browser-client.ts')
  expect(mayHaveSession()).toBe(false)
})

test('sessionToken reads the session stored under the localStorage key hourspace-session', async () => {
  stored.set('hourspace-session', '{}')
  const { sessionToken } = await import('./browser-client.ts')
  expect(await sessionToken()).toBe('token')
  expect(createUserClient).toHaveBeenCalledWith('hourspace-session')
})

test('sessionToken returns the access token after a sign-in on the page', async () => {
  const { browserClient, sessionToken } = await import('./browser-client.ts')
  await browserClient()
  expect(await sessionToken()).toBe('token')
})

test('browserClient creates the client again after a failure', async () => {
  const failure = new Error('No BroadcastChannel')
  vi.mocked(createUserClient).mockImplementationOnce(() => {
    throw failure
  })
  const { browserClient, clientReady } = await import('./browser-client.ts')
  await expect(browserClient()).rejects.toBe(failure)
  const client = await browserClient()
  expect(await client.token()).toBe('token')
  expect(await clientReady).toBe(client)
})

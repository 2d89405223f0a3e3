import { beforeEach, expect, test, vi } from 'vitest'
import { createPersonClient } from './person-client.ts'

vi.mock('./person-client.ts', () => ({ createPersonClient: vi.fn<() => unknown>() }))

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.resetModules()
  vi.mocked(createPersonClient).mockReset()
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  vi.stubGlobal('location', { hash: '' })
  vi.mocked(createPersonClient).mockReturnValue({
    token: () => Promise.resolve('token'),
  } as unknown as ReturnType<typeof createPersonClient>)
})

test('a visitor has no token, and nothing is fetched to find that out', async () => {
  const { sessionToken } = await import('./browser-client.ts')
  expect(await sessionToken()).toBeNull()
  expect(createPersonClient).not.toHaveBeenCalled()
})

test('a session of before is found under the key it has always had', async () => {
  stored.set('hourspace-session', '{}')
  const { sessionToken } = await import('./browser-client.ts')
  expect(await sessionToken()).toBe('token')
  expect(createPersonClient).toHaveBeenCalledWith('hourspace-session')
})

test('who signs in on this page is known from then on', async () => {
  const { browserClient, sessionToken } = await import('./browser-client.ts')
  await browserClient()
  expect(await sessionToken()).toBe('token')
})

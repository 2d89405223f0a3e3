import { beforeEach, expect, test, vi } from 'vitest'
import { browserClient } from './browser-client.ts'
import { startsQueries } from './user-queries.ts'
import type { UserClient } from './user-client.ts'

vi.mock('./browser-client.ts', () => ({
  browserClient: vi.fn<() => unknown>(),
  mayHaveSession: () => true,
}))

const user = { id: 'liam', is_anonymous: false }

function signIn(session: unknown, hasRequiredFactors = true): void {
  vi.mocked(browserClient).mockResolvedValue({
    auth: { getSession: () => Promise.resolve({ data: { session } }) },
    hasRequiredFactors: () => hasRequiredFactors,
  } as unknown as UserClient)
}

/** Returns the id of the user for whom queries have started; null if none have started. */
async function startedFor(): Promise<string | null> {
  let startedId: string | null = null
  const load = startsQueries((userId) => {
    startedId = userId
  })
  load({ params: {} } as Parameters<typeof load>[0])
  await new Promise((resolve) => setTimeout(resolve))
  return startedId
}

beforeEach(() => signIn({ user }))

test('a private page starts its queries for a signed-in user', async () => {
  expect(await startedFor()).toBe('liam')
})

test('a private page starts no queries for an anonymous user', async () => {
  signIn({ user: { ...user, is_anonymous: true } })
  expect(await startedFor()).toBeNull()
})

test('a private page starts no queries before the user has entered the second factor', async () => {
  signIn({ user }, false)
  expect(await startedFor()).toBeNull()
})

test('a private page ignores a failed load of the session library', async () => {
  vi.mocked(browserClient).mockRejectedValue(new Error('offline'))
  expect(await startedFor()).toBeNull()
})

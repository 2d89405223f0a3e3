import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Client } from '#web/data/client.ts'
import { loadLocations, loadSpaces, loadSpaceTypes, withTypedLocation } from './load-spaces.ts'

/** A fake Supabase client that returns `answer` for every query. */
function answering(answer: object): Client {
  const query: object = new Proxy(
    {},
    {
      get: (_, name) =>
        name === 'then' ? (resolve: (value: object) => void) => resolve(answer) : () => query,
    },
  )
  return query as Client
}

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

test('loadSpaces returns the message of a PostgREST error', async () => {
  const client = answering({ error: { message: 'The database is resting' } })
  expect(await loadSpaces(client, {})).toEqual({
    value: { spaces: [], next: null, corrections: [], ignored: [] },
    error: 'The database is resting',
  })
})

test("loadSpaces returns 'Failed to fetch spaces' for a PostgREST error without a message", async () => {
  const client = answering({ error: { message: '' } })
  expect((await loadSpaces(client, {})).error).toBe('Failed to fetch spaces')
  expect((await loadSpaceTypes(client)).error).toBe('Failed to fetch space types')
  expect((await loadLocations(client)).error).toBe('Failed to fetch spaces')
})

test("loadSpaces turns a filter for a location without spaces into a search for the location's name", async () => {
  const filter = { location: 'par', type: 'studio' }
  expect(await withTypedLocation(answering({ data: null, error: null }), filter)).toEqual({
    locationContains: ['par'],
    type: 'studio',
  })
  const known = answering({ data: { location: 'par' }, error: null })
  expect(await withTypedLocation(known, filter)).toEqual(filter)
})

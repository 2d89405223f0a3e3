import { PostgrestClient } from '@supabase/postgrest-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Client } from '#web/data/client.ts'
import { loadLocations, loadSpaces, loadSpaceTypes, withTypedLocation } from './load-spaces.ts'

/** A Supabase client whose requests all get the same response. */
function answering(body: unknown, status = 200): Client {
  const send = () => Promise.resolve(Response.json(body, { status }))
  return new PostgrestClient('http://localhost', { fetch: send }) as unknown as Client
}

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

test('loadSpaces returns the message of a PostgREST error', async () => {
  const client = answering({ message: 'The database is resting' }, 500)
  expect(await loadSpaces(client, {})).toEqual({
    value: { spaces: [], next: null, corrections: [], ignored: [] },
    error: 'The database is resting',
  })
})

test('loadSpaces, loadSpaceTypes and loadLocations return a fallback text for a PostgREST error without a message', async () => {
  const client = answering({ message: '' }, 500)
  expect((await loadSpaces(client, {})).error).toBe('Failed to fetch spaces')
  expect((await loadSpaceTypes(client)).error).toBe('Failed to fetch space types')
  expect((await loadLocations(client)).error).toBe('Failed to fetch spaces')
})

test('withTypedLocation turns a location without spaces into a filter for locations that contain its name', async () => {
  const filter = { location: 'par', type: 'studio' }
  expect(await withTypedLocation(answering([]), filter)).toEqual({
    locationContains: ['par'],
    type: 'studio',
  })
  const known = answering([{ location: 'par' }])
  expect(await withTypedLocation(known, filter)).toEqual(filter)
})

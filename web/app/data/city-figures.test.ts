import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { locationTypes } from './city-figures.ts'
import type { Client } from '#web/data/client.ts'

test('locationTypes counts the spaces of a type named "constructor" correctly', async () => {
  const rows = [
    { type: 'constructor', spaces: 2 },
    { type: 'studio', spaces: 3 },
    { type: 'constructor', spaces: 1 },
  ]
  const client = createClient('http://localhost', 'key', {
    global: { fetch: async () => Response.json(rows) },
  }) as unknown as Client
  const counts = await locationTypes(client, { location: 'Tokyo' })
  expect(Object.fromEntries(counts)).toEqual({ constructor: 3, studio: 3 })
})

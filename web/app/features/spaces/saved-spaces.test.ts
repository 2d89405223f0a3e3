import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import type { Client } from '#web/data/client.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import { savedSpaces } from './saved-spaces.ts'

test('savedSpaces asks for the spaces free on a day in requests of 100 ids, and keeps the order of the list', async () => {
  const asked: SpaceFilter[] = []
  const client = new PostgrestClient('http://localhost', {
    fetch: (url: URL | RequestInfo) => {
      const filter = JSON.parse(new URL(String(url)).searchParams.get('filter')!) as SpaceFilter
      asked.push(filter)
      // Like the search, the fake returns only free spaces, and not in the order of the ids.
      const spaces = filter
        .ids!.filter((id) => Number(id) % 50 === 0)
        .toReversed()
        .map((id) => ({ id, amenities: [], images: [], image_previews: [] }))
      return Promise.resolve(Response.json({ spaces, next: null, corrections: [], ignored: [] }))
    },
  }) as unknown as Client
  const ids = Array.from({ length: 201 }, (_, index) => String(index))
  const spaces = await savedSpaces(client, ids, '2026-12-05')
  expect(spaces.map(({ id }) => id)).toEqual(['0', '50', '100', '150', '200'])
  expect(asked.map(({ ids, date }) => [ids?.length, date])).toEqual([
    [100, '2026-12-05'],
    [100, '2026-12-05'],
    [1, '2026-12-05'],
  ])
})

import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import type { Client } from '#web/data/client.ts'
import type { SpaceFilter } from '#web/data/spaces-filter.ts'
import type { SpacesQuery } from '#web/lib/paths.ts'
import { loadAlternatives, loadOtherTimes } from './other-times.ts'
import { filterOf } from './space-query.ts'

/**
 * Returns the times that a search offers as `times`, and as 'label: spaces' in `found`. `asked` are
 * the times that the search requested. `free` contains the number of free spaces by date or by date
 * and start.
 */
async function otherTimes(query: SpacesQuery, free: Record<string, number>) {
  const asked: string[] = []
  const client = new PostgrestClient('http://localhost', {
    fetch: (url: URL | RequestInfo) => {
      const { searchParams } = new URL(String(url))
      const { date, from } = JSON.parse(searchParams.get('filter') ?? '{}') as SpaceFilter
      const time = [date, from].filter(Boolean).join(' ')
      asked.push(time)
      return Promise.resolve(Response.json({ total: free[time] ?? 0, amenities: [], policies: [] }))
    },
  }) as unknown as Client
  const found = await loadOtherTimes(client, query, filterOf)
  return { found: found.map(({ label, total }) => `${label}: ${total}`), times: found, asked }
}

const at2pm = { date: '2026-12-05', from: '14:00', hours: '3', guests: '12' }

test('if no space is free at the searched start, the empty list offers the three nearest starts with free spaces, in chronological order', async () => {
  const { found, times, asked } = await otherTimes(at2pm, {
    '2026-12-05': 20,
    '2026-12-05 12:00': 14,
    '2026-12-05 13:00': 1,
    '2026-12-05 15:00': 3,
    '2026-12-05 16:00': 9,
    '2026-12-06 14:00': 5,
  })
  expect(found).toEqual(['12:00 PM: 14', '1:00 PM: 1', '3:00 PM: 3'])
  expect(times[0]?.time).toEqual({ date: '2026-12-05', from: '12:00' })
  expect(asked).toHaveLength(6)
})

test('if no space is free at the searched start or near it, the empty list offers a search of the whole day', async () => {
  const free = { '2026-12-05': 2, '2026-12-06 14:00': 5 }
  const { found, times } = await otherTimes(at2pm, free)
  expect(found).toEqual(['Sat, Dec 5, any start: 2'])
  expect(times[0]?.time).toEqual({ date: '2026-12-05' })
})

test('if no space is free on the searched day, the empty list offers the next day at the same start', async () => {
  expect((await otherTimes(at2pm, { '2026-12-06 14:00': 5 })).found).toEqual([
    'Sun, Dec 6, 2:00 PM: 5',
  ])
})

test('an empty list for a day offers those of the next three days on which spaces are free', async () => {
  const { found, asked } = await otherTimes(
    { date: '2026-12-31' },
    { '2027-01-01': 4, '2027-01-03': 1 },
  )
  expect(found).toEqual(['Fri, Jan 1: 4', 'Sun, Jan 3: 1'])
  expect(asked).toHaveLength(3)
})

test.each([
  ['08:00', ['06:00', '07:00', '09:00', '10:00']],
  ['22:00', ['20:00', '21:00', '23:00']],
  ['00:00', ['01:00', '02:00']],
])(
  'an empty list for the start %s searches the starts %j of the same day',
  async (from, starts) => {
    const { asked } = await otherTimes({ date: '2026-12-05', from }, {})
    expect(asked.filter((time) => time.startsWith('2026-12-05 ')).toSorted()).toEqual(
      starts.map((start) => `2026-12-05 ${start}`),
    )
  },
)

test('otherTimes finds nothing if the search has no date or no space is free at another time', async () => {
  expect(await otherTimes({ q: 'sauna' }, {})).toMatchObject({ found: [], asked: [] })
  expect((await otherTimes({ ...at2pm, q: 'sauna' }, {})).found).toEqual([])
})

const page = { spaces: [], next: null, corrections: [], ignored: [] }

test('a list offers filters to remove and other times only if it is empty and loaded without an error', async () => {
  const asked: string[] = []
  const client = new PostgrestClient('http://localhost', {
    fetch: (url: URL | RequestInfo) => {
      asked.push(String(url))
      return Promise.resolve(Response.json({ total: 2, amenities: [], policies: [] }))
    },
  }) as unknown as Client
  const search = [client, { ...at2pm, q: 'sauna' }, [], filterOf] as const
  const full = { value: { ...page, spaces: [{ id: 'loft' } as never] } }
  const failed = { value: page, error: 'Failed to fetch spaces' }
  const none = { relaxations: [], otherTimes: [] }
  expect(await loadAlternatives(full, ...search)).toEqual(none)
  expect(await loadAlternatives(failed, ...search)).toEqual(none)
  expect(asked).toEqual([])

  const { relaxations, otherTimes } = await loadAlternatives({ value: page }, ...search)
  expect(relaxations.map(({ label }) => label)).toContain('“sauna”')
  expect(otherTimes).toHaveLength(3)
})

import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { Client } from './client.ts'
import { bookingsOfHost } from './host-bookings.ts'
import { readPage } from './keyset.ts'
import { spacesOfHost } from './listings.ts'

const rows = [
  { id: 'c', created_at: '2026-11-21T10:00:00.123456+00:00' },
  { id: 'b', created_at: '2026-11-21T09:00:00.5+00:00' },
  { id: 'a', created_at: '2026-11-21T08:00:00+00:00' },
]

/** A fake PostgREST with three rows that records the queries it receives. */
function service() {
  const queries: URLSearchParams[] = []
  async function fetch(url: RequestInfo | URL) {
    const { pathname, searchParams } = new URL(String(url))
    if (!/spaces|bookings/.test(pathname)) return Response.json([])
    queries.push(searchParams)
    return Response.json(rows.slice(0, Number(searchParams.get('limit'))))
  }
  const client = createClient('http://localhost', 'key', { global: { fetch } })
  return { queries, client: client as unknown as Client }
}

test.each([
  ['spaces', spacesOfHost],
  ['bookings', bookingsOfHost],
])('keyset paging of %s continues after the last row of the previous page', async (_, list) => {
  const { client, queries } = service()
  const { rows: shown, next } = await list(client, 'me', { limit: 2 })
  expect(shown.map(({ id }) => id)).toEqual(['c', 'b'])
  expect(next).toEqual({ at: '2026-11-21T09:00:00.5+00:00', id: 'b' })
  await list(client, 'me', { after: next, limit: 2 })
  const [first, second] = queries
  for (const query of [first, second]) {
    expect(query?.get('order')).toBe('created_at.desc,id.desc')
    expect(query?.get('limit')).toBe('3')
  }
  expect([first?.get('created_at'), first?.get('or')]).toEqual([null, null])
  expect(second?.get('created_at')).toBe('lte.2026-11-21T09:00:00.5+00:00')
  expect(second?.get('or')).toBe(
    '(created_at.lt."2026-11-21T09:00:00.5+00:00",and(created_at.eq."2026-11-21T09:00:00.5+00:00",id.lt."b"))',
  )
})

test('keyset paging returns no next cursor with the last page', async () => {
  const { client } = service()
  expect((await spacesOfHost(client, 'me', { limit: 3 })).next).toBeNull()
})

test('keyset paging in ascending order continues with the rows after the cursor', async () => {
  const { client, queries } = service()
  const after = { at: '2026-11-21T09:00:00Z', id: 'b' }
  const spaces = client.from('spaces').select()
  await readPage(spaces, 'created_at', { after, limit: 2, ascending: true })
  expect(queries[0]?.get('order')).toBe('created_at.asc,id.asc')
  expect(queries[0]?.get('created_at')).toBe('gte.2026-11-21T09:00:00Z')
  expect(queries[0]?.get('or')).toBe(
    '(created_at.gt."2026-11-21T09:00:00Z",and(created_at.eq."2026-11-21T09:00:00Z",id.gt."b"))',
  )
})

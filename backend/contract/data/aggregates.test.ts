import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive({ aggregates: true, plan: true })
})
afterAll(() => archive.close())

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await archive.fetch(path, { headers })
  return { status: response.status, body: (await response.json()) as unknown }
}

const body = async (path: string) => (await get(path)).body

describe('aggregates', () => {
  test('aggregates without other selected columns are computed over all rows', async () => {
    const { data } = await archive
      .client()
      .from('films')
      .select('count(), rating.avg(), year.min(), latest:year.max(), rated:rating.count()')
    expect(data).toEqual([
      { count: 5, avg: expect.closeTo(8.1667, 3), min: 1930, latest: 1962, rated: 3 },
    ])
    expect(await body('/films?select=count()&id=gt.99')).toEqual([{ count: 0 }])
  })

  test('aggregates group the rows by the other selected columns', async () => {
    expect(await body('/films?select=mood,count()&order=mood')).toEqual([
      { mood: 'calm', count: 1 },
      { mood: 'tense', count: 2 },
      { mood: 'funny', count: 1 },
      { mood: null, count: 1 },
    ])
    expect(await body('/visits?select=*,count()&film_id=eq.2')).toEqual([
      { day: '2025-06-01', film_id: 2, guests: 40, count: 1 },
    ])
  })

  test('aggregates accept a cast of the column, a cast of the result, and JSON paths', async () => {
    expect(
      await body(
        '/films?select=facts->>color,minutes:facts->runtime::int.sum()::text&facts=not.is.null&order=facts->>color',
      ),
    ).toEqual([
      { color: 'b/w', minutes: '295' },
      { color: 'mixed', minutes: '90' },
    ])
  })

  test('aggregated rows are also grouped by the selected columns of an embed', async () => {
    const { data } = await archive.client().from('visits').select('guests.sum(), films(title)')
    expect(new Set(data)).toEqual(
      new Set([
        { sum: 60, films: { title: 'Cléo from 5 to 7' } },
        { sum: 40, films: { title: 'Seven Samurai' } },
      ]),
    )
  })

  test('an embed can select aggregates of its own rows', async () => {
    expect(
      await body('/people?id=in.(2,5)&order=id&select=films!films_director_id_fkey(count())'),
    ).toEqual([{ films: [{ count: 2 }] }, { films: [{ count: 0 }] }])
    expect(
      await body(
        '/films?id=lt.3&order=id&select=id,visits(guests.sum(),film_id)&visits.guests=gt.15',
      ),
    ).toEqual([
      { id: 1, visits: [{ sum: 50, film_id: 1 }] },
      { id: 2, visits: [{ sum: 40, film_id: 2 }] },
    ])
  })

  test("aggregates in a to-one spread embed are computed over the parent's rows", async () => {
    expect(
      await body('/films?select=mood,...maker(makers:count(),born.min())&order=mood&limit=2'),
    ).toEqual([
      { mood: 'calm', makers: 1, min: '1928-05-30' },
      { mood: 'tense', makers: 2, min: '1910-03-23' },
    ])
    expect(
      await body('/visits?select=guests.sum(),...films(mood,...maker(name))&order=films(mood)'),
    ).toEqual([
      { sum: 60, mood: 'calm', name: 'Agnès Varda' },
      { sum: 40, mood: 'tense', name: 'Akira Kurosawa' },
    ])
  })

  test('the data API rejects aggregates in a to-many spread embed', async () => {
    expect(await get('/films?select=id,...parts(count())')).toMatchObject({
      status: 400,
      body: { code: 'PGRST127', message: 'Feature not implemented' },
    })
  })

  test("an aggregate that does not support the column's type returns PostgreSQL's error", async () => {
    expect(await get('/films?select=title.sum()')).toMatchObject({
      status: 404,
      body: { code: '42883' },
    })
  })
})

describe('plans', () => {
  test('a client can request the query plan of its statement as text or JSON', async () => {
    const films = archive.client().from('films')
    expect((await films.select('id').eq('id', 1).explain()).data).toContain('cost=')
    const { data } = await films.select('id').explain({ format: 'json', analyze: true })
    expect(data).toMatchObject([{ Plan: { 'Actual Rows': 1 } }])
  })

  test('the Content-Type of a query plan response names the media type of the explained request', async () => {
    const accept = 'application/vnd.pgrst.plan+json; for="text/csv"; options=verbose'
    const response = await archive.fetch('/films', { headers: { accept } })
    expect(response.headers.get('content-type')).toBe(`${accept}; charset=utf-8`)
    expect(await response.text()).toContain('Output')
  })
})

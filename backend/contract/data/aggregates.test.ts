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
  test('over all rows', async () => {
    const { data } = await archive
      .client()
      .from('films')
      .select('count(), rating.avg(), year.min(), latest:year.max(), rated:rating.count()')
    expect(data).toEqual([
      { count: 5, avg: expect.closeTo(8.1667, 3), min: 1930, latest: 1962, rated: 3 },
    ])
    expect(await body('/films?select=count()&id=gt.99')).toEqual([{ count: 0 }])
  })

  test('by group of the columns beside them', async () => {
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

  test('casts before and after, and places in JSON', async () => {
    expect(
      await body(
        '/films?select=facts->>color,minutes:facts->runtime::int.sum()::text&facts=not.is.null&order=facts->>color',
      ),
    ).toEqual([
      { color: 'b/w', minutes: '295' },
      { color: 'mixed', minutes: '90' },
    ])
  })

  test('by group of an embed', async () => {
    const { data } = await archive.client().from('visits').select('guests.sum(), films(title)')
    expect(new Set(data)).toEqual(
      new Set([
        { sum: 60, films: { title: 'Cléo from 5 to 7' } },
        { sum: 40, films: { title: 'Seven Samurai' } },
      ]),
    )
  })

  test('within an embed', async () => {
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

  test('of a spread they belong to the row that it is lifted to', async () => {
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

  test('a spread to many has none', async () => {
    expect(await get('/films?select=id,...parts(count())')).toMatchObject({
      status: 400,
      body: { code: 'PGRST127', message: 'Feature not implemented' },
    })
  })

  test('of something that cannot be summed are the error of the database', async () => {
    expect(await get('/films?select=title.sum()')).toMatchObject({
      status: 404,
      body: { code: '42883' },
    })
  })
})

describe('plans', () => {
  test('as text and as JSON, of the statement that would run', async () => {
    const films = archive.client().from('films')
    expect((await films.select('id').eq('id', 1).explain()).data).toContain('cost=')
    const { data } = await films.select('id').explain({ format: 'json', analyze: true })
    expect(data).toMatchObject([{ Plan: { 'Actual Rows': 1 } }])
  })

  test('the media type says what it is of', async () => {
    const accept = 'application/vnd.pgrst.plan+json; for="text/csv"; options=verbose'
    const response = await archive.fetch('/films', { headers: { accept } })
    expect(response.headers.get('content-type')).toBe(`${accept}; charset=utf-8`)
    expect(await response.text()).toContain('Output')
  })
})

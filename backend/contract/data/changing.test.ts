import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'
import { represented, senderTo } from './send.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

const send = senderTo(() => archive)

describe('update and delete', () => {
  test('a data API PATCH request changes only the filtered rows, and returns 204 or the changed rows', async () => {
    const db = archive.client()
    expect(
      await db
        .from('settings')
        .update({ note: 'n' } as never)
        .eq('name', 'theme'),
    ).toMatchObject({
      status: 204,
    })
    const rows = await db
      .from('settings')
      .update({ note: 'm' } as never)
      .in('name', ['theme', 'size'])
      .select('name,note')
      .order('name', { ascending: false })
    expect(rows).toMatchObject({
      status: 200,
      data: [
        { name: 'theme', note: 'm' },
        { name: 'size', note: 'm' },
      ],
    })
    expect(
      await db
        .from('settings')
        .update({ note: 'm' } as never)
        .eq('name', 'nope')
        .select(),
    ).toMatchObject({ status: 200, data: [] })
  })

  test('a data API PATCH request can filter by computed columns, order the returned rows and embed other relations', async () => {
    const path =
      '/films?full_title=in.("Rashomon (1950)","Seven Samurai (1954)")&select=title,parts!inner(name)&parts.name=like.K*&order=title'
    const response = await send('PATCH', path, { is_lost: false }, represented)
    expect(await response.json()).toEqual([
      { title: 'Seven Samurai', parts: [{ name: 'Kikuchiyo' }] },
    ])
  })

  test('a data API PATCH request ignores the parameter limit', async () => {
    const all = await send(
      'PATCH',
      '/films?id=lt.4&limit=1&select=id',
      { is_lost: false },
      represented,
    )
    expect(await all.json()).toHaveLength(3)
  })

  test('with missing=default, a PATCH request sets a column to its default if columns= lists the column but the body omits it', async () => {
    const filled = await send(
      'PATCH',
      '/settings?name=eq.theme&columns=value,note&select=value,note',
      { note: 'n' },
      { prefer: 'missing=default, return=representation' },
    )
    expect(await filled.json()).toEqual([{ value: 'standard', note: 'n' }])
  })

  test('a data API PATCH request with a single-object media type fails unless exactly one row matches', async () => {
    const single = { accept: 'application/vnd.pgrst.object+json' }
    const response = await send('PATCH', '/people?id=lt.3', { born: null }, single)
    expect([response.status, await response.json()]).toMatchObject([406, { code: 'PGRST116' }])
    expect(
      (await archive.client().from('people').select().lt('id', 3).is('born', null)).data,
    ).toEqual([])
  })

  test('a data API PATCH request with an empty object changes no rows', async () => {
    const response = await send('PATCH', '/settings?name=eq.theme', {}, represented)
    expect([response.status, await response.json()]).toEqual([200, []])
  })

  test('a data API PATCH request with count=exact reports the number of changed rows in Content-Range', async () => {
    const response = await send(
      'PATCH',
      '/settings?name=in.(theme,size)',
      { hits: 1 },
      {
        prefer: 'count=exact',
      },
    )
    expect(response.headers.get('content-range')).toBe('0-1/2')
  })

  test('a data API DELETE request supports filters, return=representation and count=exact', async () => {
    const db = archive.client()
    await db.from('people').insert([
      { id: 30, name: 'x' },
      { id: 31, name: 'y' },
    ] as never)
    expect((await db.from('people').delete().eq('id', 30).select('name')).data).toEqual([
      { name: 'x' },
    ])
    expect(await db.from('people').delete({ count: 'exact' }).gte('id', 31)).toMatchObject({
      status: 204,
      count: 1,
    })
  })

  test('Prefer: max-affected rolls back a write that affects more rows than the given maximum', async () => {
    const response = await send('DELETE', '/parts?film_id=gt.0', undefined, {
      prefer: 'handling=strict, max-affected=1',
    })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST124' }])
    expect((await archive.client().from('parts').select()).data).toHaveLength(3)
  })
})

describe('errors of writes', () => {
  test.each([
    ['23505', 409, '/people', { id: 1, name: 'again' }],
    ['23503', 409, '/films', { title: 'x', director_id: 999 }],
    ['23502', 400, '/people', { id: 50 }],
    ['23514', 400, '/films', { title: 'x', currency: 'XXX' }],
    ['22P02', 400, '/films', { title: 'x', year: 'soon' }],
    ['428C9', 400, '/films', { title: 'x', title_length: 3 }],
    ['PGRST204', 400, '/films', { title: 'x', nope: 1 }],
    ['22003', 400, '/films', { title: 'x', year: 1e12 }],
    ['22P05', 400, '/people', { id: 51, name: 'a\u0000b' }],
  ])(
    'a rejected insert returns the error code %s with status %i',
    async (code, status, path, body) => {
      const response = await send('POST', path, body)
      const error = (await response.json()) as Record<string, unknown>
      expect([response.status, error['code']]).toEqual([status, code])
      expect(Object.keys(error).sort()).toEqual(['code', 'details', 'hint', 'message'])
    },
  )

  test.each([
    ['{"a":', 400],
    ['', 400],
    ['[1,2]', 400],
  ])('an insert with the body %j returns PGRST102', async (body, status) => {
    const response = await send('POST', '/people', body)
    expect([response.status, await response.json()]).toMatchObject([status, { code: 'PGRST102' }])
  })

  test('the data API returns 413 for a request body over 10 MB', async () => {
    const response = await send('POST', '/people', { id: 60, name: 'x'.repeat(10 * 1024 * 1024) })
    expect(response.status).toBe(413)
  })
})

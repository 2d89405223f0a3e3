import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  archive.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
const represented = { prefer: 'return=representation' }

describe('insert', () => {
  test('minimal: 201 and nothing else', async () => {
    const response = await send('POST', '/people', { id: 10, name: 'Ten' })
    expect([response.status, await response.text()]).toEqual([201, ''])
    expect(response.headers.get('content-range')).toBe('*/*')
  })

  test('minimal needs no right to read', async () => {
    const anon = archive.client(archive.token({ role: 'anon' }))
    expect(await anon.from('letterbox').insert({ letter: 'hello' } as never)).toMatchObject({
      status: 201,
      error: null,
    })
    expect(
      (
        await anon
          .from('letterbox')
          .insert({ letter: 'x' } as never)
          .select()
      ).error?.code,
    ).toBe('42501')
  })

  test('representation, with columns chosen, computed and embedded', async () => {
    const response = await send(
      'POST',
      '/films?select=title,full_title,director:director_id(name),parts(name)',
      { title: 'Ran', director_id: 2, year: 1985 },
      represented,
    )
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual([
      {
        title: 'Ran',
        full_title: 'Ran (1985)',
        director: { name: 'Akira Kurosawa' },
        parts: [],
      },
    ])
  })

  test('values of every kind arrive unchanged', async () => {
    const row = {
      title: 'Ünïcode "quoted"; \\ back\nline',
      budget: 0.1,
      tags: ['a,b', 'c"d', '{e}', ''],
      facts: { deep: [1, { x: null }], 'sp ace': 'ß' },
      is_lost: true,
      mood: 'funny',
      on_show: '[3,7)',
      shot_at: '2026-01-02T03:04:05.678901+00:00',
      currency: 'JPY',
    }
    const db = archive.client()
    const { data } = await db
      .from('films')
      .insert(row as never)
      .select(Object.keys(row).join(','))
    expect(data).toEqual([row])
  })

  test('many rows; differing keys become null, or the default when asked', async () => {
    const db = archive.client()
    const rows = [{ name: 'a', value: 'x' }, { name: 'b' }] as never
    const refused = await db.from('settings').insert(rows)
    expect(refused.error?.code).toBe('23502')
    const filled = await db
      .from('settings')
      .insert(rows, { defaultToNull: false })
      .select('name,value')
    expect(filled.data).toEqual([
      { name: 'a', value: 'x' },
      { name: 'b', value: 'standard' },
    ])
    const unequal = await send('POST', '/settings', [{ name: 'c', value: 'x' }, { name: 'd' }])
    expect([unequal.status, await unequal.json()]).toMatchObject([
      400,
      { code: 'PGRST102', message: 'All object keys must match' },
    ])
  })

  test('columns= chooses what is read of the body', async () => {
    await send('POST', '/settings?columns=name,value', { name: 'e', value: 'y', nonsense: 1 })
    const { data } = await archive.client().from('settings').select('value').eq('name', 'e')
    expect(data).toEqual([{ value: 'y' }])
  })

  test('an empty object is a row of defaults, an empty list no row', async () => {
    const none = await send('POST', '/settings', [], represented)
    expect([none.status, await none.json()]).toEqual([201, []])
    expect((await send('POST', '/settings', {}, represented)).status).toBe(400)
  })

  test('as many rows of defaults as there are empty objects', async () => {
    await archive.sql`create table contract.ticks (id int generated always as identity primary key)`
    await archive.sql`notify pgrst, 'reload schema'`
    const tick = (body: unknown) => send('POST', '/ticks', body, represented)
    await expect.poll(async () => (await tick({})).status, { timeout: 4000 }).toBe(201)
    expect(await (await tick([{}, {}, {}])).json()).toHaveLength(3)
  })

  test('headers-only tells where the row is, whatever its key', async () => {
    const response = await send(
      'POST',
      '/people',
      { id: 11, name: 'Eleven' },
      {
        prefer: 'return=headers-only',
      },
    )
    expect(response.headers.get('location')).toBe('/people?id=eq.11')
    const location = async (path: string, body: unknown) =>
      (await send('POST', path, body, { prefer: 'return=headers-only' })).headers.get('location')
    expect(await location('/settings', { name: 'a&b c' })).toBe('/settings?name=eq.a%26b%20c')
    expect(await location('/reels', { film_id: 3, number: 1, minutes: 88 })).toBe(
      '/reels?film_id=eq.3&number=eq.1',
    )
    expect(
      await location('/people', [
        { id: 16, name: 'x' },
        { id: 17, name: 'y' },
      ]),
    ).toBeNull()
  })

  test('CSV', async () => {
    const response = await send(
      'POST',
      '/people?select=*&order=id',
      'id,name,born\n12,"a, ""b""",NULL\n13,c,2000-01-01\n',
      {
        ...represented,
        'content-type': 'text/csv',
      },
    )
    expect(await response.json()).toEqual([
      { id: 12, name: 'a, "b"', born: null },
      { id: 13, name: 'c', born: '2000-01-01' },
    ])
  })

  test('single() on a list of two stores neither', async () => {
    const db = archive.client()
    const rows = [
      { id: 20, name: 'x' },
      { id: 21, name: 'y' },
    ] as never
    expect((await db.from('people').insert(rows).select().single()).error?.code).toBe('PGRST116')
    expect((await db.from('people').select().in('id', [20, 21])).data).toEqual([])
  })
})

describe('upsert', () => {
  const setting = (name: string) =>
    archive.client().from('settings').select('name,value,note').eq('name', name).single()

  test('merge keeps the columns that were not given', async () => {
    await send('POST', '/settings', { name: 'u', value: '1', note: 'kept' })
    const response = await send(
      'POST',
      '/settings',
      { name: 'u', value: '2' },
      {
        prefer: 'resolution=merge-duplicates',
      },
    )
    expect(response.status).toBe(200)
    expect(response.headers.get('preference-applied')).toContain('resolution=merge-duplicates')
    expect((await setting('u')).data).toEqual({ name: 'u', value: '2', note: 'kept' })
  })

  test('201 as soon as one row is new', async () => {
    const rows = [
      { name: 'u', value: '3' },
      { name: 'v', value: '1' },
    ]
    const response = await send('POST', '/settings?select=name', rows, {
      prefer: 'resolution=merge-duplicates,return=representation',
    })
    expect([response.status, await response.json()]).toEqual([201, [{ name: 'u' }, { name: 'v' }]])
  })

  test('ignore leaves what is there and returns only what is new', async () => {
    const rows = [
      { name: 'u', value: '4' },
      { name: 'w', value: '1' },
    ] as never
    const { data, status } = await archive
      .client()
      .from('settings')
      .upsert(rows, { ignoreDuplicates: true })
      .select('name')
    expect([status, data]).toEqual([201, [{ name: 'w' }]])
    expect((await setting('u')).data).toMatchObject({ value: '3' })
  })

  test('on_conflict names other columns; one without a unique key is an error', async () => {
    const bad = await send(
      'POST',
      '/settings?on_conflict=value',
      { name: 'z' },
      {
        prefer: 'resolution=merge-duplicates',
      },
    )
    expect([bad.status, await bad.json()]).toMatchObject([400, { code: '42P10' }])
    const unknown = await send(
      'POST',
      '/settings?on_conflict=nope',
      { name: 'z' },
      {
        prefer: 'resolution=merge-duplicates',
      },
    )
    expect(await unknown.json()).toMatchObject({ code: '42703' })
  })

  test('keys of two columns, and keys shown by a view', async () => {
    const db = archive.client()
    const parts = [
      { film_id: 1, person_id: 3, name: 'Florence' },
      { film_id: 1, person_id: 4, name: 'Guest' },
    ] as never
    const merged = await db
      .from('parts')
      .upsert(parts, { onConflict: 'film_id,person_id' })
      .select()
    expect([merged.status, merged.data]).toEqual([201, parts])
    await db.from('parts').delete().eq('person_id', 4).eq('film_id', 1)
    await db
      .from('parts')
      .update({ name: 'Cléo' } as never)
      .eq('film_id', 1)
    const card = { film: 3, title: 'Rashōmon' } as never
    const shown = await db.from('film_cards').upsert(card).select('title')
    expect([shown.status, shown.data]).toEqual([200, [{ title: 'Rashōmon' }]])
    await db
      .from('film_cards')
      .update({ title: 'Rashomon' } as never)
      .eq('film', 3)
  })

  test('a merge of nothing is 200, one without columns leaves everything alone', async () => {
    const merge = { prefer: 'resolution=merge-duplicates' }
    expect((await send('POST', '/settings', [], merge)).status).toBe(200)
    expect((await send('POST', '/restorations', [], merge)).status).toBe(200)
  })

  test('PUT makes or replaces the one row its URL names', async () => {
    const put = (path: string, body: unknown) => send('PUT', path, body, represented)
    expect((await put('/settings?name=eq.p', { name: 'p', value: '1' })).status).toBe(201)
    expect((await put('/settings?name=eq.p', { name: 'p', value: '2' })).status).toBe(200)
    expect((await put('/settings?name=eq.p', { name: 'q', value: '2' })).status).toBe(400)
    expect((await put('/settings?value=eq.1', { name: 'p', value: '2' })).status).toBe(405)
    const wrong = await put('/settings?name=eq.p', { name: 'q', value: '2' })
    expect(await wrong.json()).toMatchObject({ code: 'PGRST115' })
    const limited = await put('/settings?name=eq.p&limit=1', { name: 'p' })
    expect([limited.status, await limited.json()]).toMatchObject([400, { code: 'PGRST114' }])
    const plain = await send('PUT', '/people?id=eq.05', { id: 5, name: 'Nobody' })
    expect([plain.status, plain.headers.get('content-range')]).toEqual([204, null])
    const through = await put('/film_cards?film=eq.5', { film: 5, title: 'Lost reel' })
    expect([through.status, await through.json()]).toMatchObject([200, [{ film: 5 }]])
  })
})

describe('update and delete', () => {
  test('only what the filters keep, 204 or the rows', async () => {
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

  test('filters by a computed column, order and embeds of what comes back', async () => {
    const path =
      '/films?full_title=in.("Rashomon (1950)","Seven Samurai (1954)")&select=title,parts!inner(name)&parts.name=like.K*&order=title'
    const response = await send('PATCH', path, { is_lost: false }, represented)
    expect(await response.json()).toEqual([
      { title: 'Seven Samurai', parts: [{ name: 'Kikuchiyo' }] },
    ])
  })

  test('limits have no say in what is changed, and missing=default fills chosen columns', async () => {
    const all = await send(
      'PATCH',
      '/films?id=lt.4&limit=1&select=id',
      { is_lost: false },
      represented,
    )
    expect(await all.json()).toHaveLength(3)
    const filled = await send(
      'PATCH',
      '/settings?name=eq.theme&columns=value,note&select=value,note',
      { note: 'n' },
      { prefer: 'missing=default, return=representation' },
    )
    expect(await filled.json()).toEqual([{ value: 'standard', note: 'n' }])
  })

  test('one object that is asked for has to be one, represented or not', async () => {
    const single = { accept: 'application/vnd.pgrst.object+json' }
    const response = await send('PATCH', '/people?id=lt.3', { born: null }, single)
    expect([response.status, await response.json()]).toMatchObject([406, { code: 'PGRST116' }])
    expect(
      (await archive.client().from('people').select().lt('id', 3).is('born', null)).data,
    ).toEqual([])
  })

  test('a body without columns changes nothing', async () => {
    const response = await send('PATCH', '/settings?name=eq.theme', {}, represented)
    expect([response.status, await response.json()]).toEqual([200, []])
  })

  test('Content-Range counts what was changed', async () => {
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

  test('delete with filters, representation and count', async () => {
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

  test('max-affected undoes what goes beyond it', async () => {
    const response = await send('DELETE', '/parts?film_id=gt.0', undefined, {
      prefer: 'handling=strict, max-affected=1',
    })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST124' }])
    expect((await archive.client().from('parts').select()).data).toHaveLength(3)
  })
})

describe('what the database refuses', () => {
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
  ])('%s is %i', async (code, status, path, body) => {
    const response = await send('POST', path, body)
    const error = (await response.json()) as Record<string, unknown>
    expect([response.status, error['code']]).toEqual([status, code])
    expect(Object.keys(error).sort()).toEqual(['code', 'details', 'hint', 'message'])
  })

  test.each([
    ['{"a":', 400],
    ['', 400],
    ['[1,2]', 400],
  ])('the body %j', async (body, status) => {
    const response = await send('POST', '/people', body)
    expect([response.status, await response.json()]).toMatchObject([status, { code: 'PGRST102' }])
  })

  test('a body of more than 10 MB is 413', async () => {
    const response = await send('POST', '/people', { id: 60, name: 'x'.repeat(10 * 1024 * 1024) })
    expect(response.status).toBe(413)
  })
})

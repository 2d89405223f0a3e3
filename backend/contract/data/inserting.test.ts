import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'
import { represented, senderTo } from './send.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

const send = senderTo(() => archive)

describe('insert', () => {
  test('an insert with return=minimal returns 201 and no body', async () => {
    const response = await send('POST', '/people', { id: 10, name: 'Ten' })
    expect([response.status, await response.text()]).toEqual([201, ''])
    expect(response.headers.get('content-range')).toBe('*/*')
  })

  test('an insert with return=minimal needs no SELECT privilege', async () => {
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

  test('an insert can return selected columns, computed columns and embeds', async () => {
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

  test('an insert returns inserted values of every type unchanged', async () => {
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

  test('a bulk insert requires the same keys in all rows, except with columns=, which sets missing values to null or the default', async () => {
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

  test('columns= selects which keys of the body are inserted', async () => {
    await send('POST', '/settings?columns=name,value', { name: 'e', value: 'y', nonsense: 1 })
    const { data } = await archive.client().from('settings').select('value').eq('name', 'e')
    expect(data).toEqual([{ value: 'y' }])
  })

  test('an empty array inserts nothing, and an empty object fails with 400 if a required column has no default', async () => {
    const none = await send('POST', '/settings', [], represented)
    expect([none.status, await none.json()]).toEqual([201, []])
    expect((await send('POST', '/settings', {}, represented)).status).toBe(400)
  })

  test('an array of empty objects inserts one row of default values for each object', async () => {
    await archive.sql`create table contract.ticks (id int generated always as identity primary key)`
    await archive.sql`notify pgrst, 'reload schema'`
    const tick = (body: unknown) => send('POST', '/ticks', body, represented)
    await expect.poll(async () => (await tick({})).status).toBe(201)
    expect(await (await tick([{}, {}, {}])).json()).toHaveLength(3)
  })

  test('return=headers-only returns the Location of the inserted row for any type of key', async () => {
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

  test('an insert accepts a CSV body', async () => {
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

  test('an insert of two rows with single() fails and inserts neither row', async () => {
    const db = archive.client()
    const rows = [
      { id: 20, name: 'x' },
      { id: 21, name: 'y' },
    ] as never
    expect((await db.from('people').insert(rows).select().single()).error?.code).toBe('PGRST116')
    expect((await db.from('people').select().in('id', [20, 21])).data).toEqual([])
  })
})

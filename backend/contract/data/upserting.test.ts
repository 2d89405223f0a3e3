import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'
import { represented, senderTo } from './send.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

const send = senderTo(() => archive)

describe('upsert', () => {
  const setting = (name: string) =>
    archive.client().from('settings').select('name,value,note').eq('name', name).single()

  test('an upsert with resolution=merge-duplicates keeps the existing values of columns that are missing from the body', async () => {
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

  test('an upsert returns 201 if at least one row was inserted', async () => {
    const rows = [
      { name: 'u', value: '3' },
      { name: 'v', value: '1' },
    ]
    const response = await send('POST', '/settings?select=name', rows, {
      prefer: 'resolution=merge-duplicates,return=representation',
    })
    expect([response.status, await response.json()]).toEqual([201, [{ name: 'u' }, { name: 'v' }]])
  })

  test('an upsert with resolution=ignore-duplicates keeps existing rows and returns only inserted rows', async () => {
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

  test('an upsert fails if on_conflict names an unknown column or a column without a unique key', async () => {
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

  test('an upsert works on composite keys and through a view', async () => {
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

  test('an upsert of an empty array returns 200', async () => {
    const merge = { prefer: 'resolution=merge-duplicates' }
    expect((await send('POST', '/settings', [], merge)).status).toBe(200)
    expect((await send('POST', '/restorations', [], merge)).status).toBe(200)
  })

  test('a PUT request to the data API inserts or replaces the row that the URL identifies', async () => {
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

import { PostgrestClient } from '@supabase/postgrest-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive({ plan: true, txEnd: 'commit-allow-override' })
})
afterAll(() => archive.close())

const db = () => archive.client() as unknown as SupabaseClient

describe('supabase-js on the data API', () => {
  test('supabase-js schema() selects another schema, and a schema that is not exposed returns PGRST106', async () => {
    const inPublic = await db().schema('public').from('films').select()
    expect(inPublic.error?.code).toBe('PGRST205')
    const closed = await db().schema('auth').from('users').select()
    expect(closed).toMatchObject({ status: 406, error: { code: 'PGRST106' } })
  })

  test('supabase-js getOpenApiSpec() returns the OpenAPI description', async () => {
    const { data, error } = await (
      db() as unknown as { rest: PostgrestClient }
    ).rest.getOpenApiSpec()
    expect([error, Object.keys(data?.['definitions'] ?? {})]).toMatchObject([
      null,
      expect.arrayContaining(['films']),
    ])
  })

  test('supabase-js rpc() calls functions with POST, GET and HEAD', async () => {
    const sum = await db().rpc('add', { a: 1, b: 2 })
    expect(sum.data).toBe(3)
    const array = await db().rpc('nth', { numbers: [5, 6], place: 2 }, { get: true })
    expect(array.data).toBe(6)
    const head = await db().rpc('numbers', {}, { head: true, count: 'exact' })
    expect([head.data, head.count, head.status]).toEqual([null, 3, 200])
  })

  test('a supabase-js client sends data API requests through a custom fetch', async () => {
    const seen: string[] = []
    const rest = new PostgrestClient('http://nowhere/rest/v1', {
      fetch: async (input, init) => {
        const { pathname, search } = new URL(String(input))
        seen.push(pathname)
        return archive.fetch(`${pathname.replace('/rest/v1', '')}${search}`, init)
      },
    })
    expect((await rest.schema('contract').from('staff').select('id').eq('id', 1)).data).toEqual([
      { id: 1 },
    ])
    expect(seen).toEqual(['/rest/v1/staff'])
  })
})

describe('queries', () => {
  test('supabase-js select() supports the options head and count', async () => {
    const { data, count } = await db().from('films').select('*', { head: true, count: 'exact' })
    expect([data, count]).toEqual([null, 5])
  })

  test('supabase-js insert(), upsert(), update() and delete() return the number of affected rows', async () => {
    const rows = [
      { id: 61, name: 'a' },
      { id: 62, name: 'b' },
    ]
    expect(await db().from('people').insert(rows, { count: 'exact' })).toMatchObject({
      status: 201,
      count: 2,
    })
    const merged = await db()
      .from('people')
      .upsert(
        [
          { id: 62, name: 'c' },
          { id: 63, name: 'd' },
        ],
        { onConflict: 'id', count: 'exact' },
      )
      .select('name')
    expect(merged).toMatchObject({ status: 201, count: 2, data: [{ name: 'c' }, { name: 'd' }] })
    const updated = await db()
      .from('people')
      .update({ born: '2000-01-01' }, { count: 'exact' })
      .gte('id', 61)
    expect(updated).toMatchObject({ status: 204, count: 3 })
    expect(await db().from('people').delete({ count: 'exact' }).gte('id', 61)).toMatchObject({
      status: 204,
      count: 3,
    })
  })
})

describe('transforms', () => {
  test('supabase-js order() and limit() apply to rows and to embeds, and range() applies to rows', async () => {
    const ordered = await db()
      .from('films')
      .select('id')
      .order('year', { ascending: false, nullsFirst: true })
      .limit(2)
    expect(ordered.data).toEqual([{ id: 4 }, { id: 1 }])
    expect((await db().from('films').select('id').order('id').range(1, 2)).data).toEqual([
      { id: 2 },
      { id: 3 },
    ])
    const embedded = await db()
      .from('films')
      .select('reels(number)')
      .eq('id', 1)
      .order('number', { referencedTable: 'reels', ascending: false })
      .limit(1, { referencedTable: 'reels' })
    expect(embedded.data).toEqual([{ reels: [{ number: 2 }] }])
  })

  test('supabase-js single() fails without a row, and maybeSingle() returns null without a row and fails with several rows', async () => {
    const where = (ids: number[]) => db().from('films').select('id').in('id', ids)
    expect((await where([1]).single()).data).toEqual({ id: 1 })
    expect(await where([]).single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    expect((await where([1]).maybeSingle()).data).toEqual({ id: 1 })
    expect(await where([]).maybeSingle()).toMatchObject({ data: null, error: null })
    expect((await where([1, 2]).maybeSingle()).error?.code).toBe('PGRST116')
  })

  test('supabase-js csv() and stripNulls() change the format of the response', async () => {
    expect((await db().from('people').select('id,born').gte('id', 4).order('id').csv()).data).toBe(
      'id,born\n4,1920-04-01\n5,',
    )
    const query = () => db().from('people').select('id,born').eq('id', 5)
    expect((await query().stripNulls()).data).toEqual([{ id: 5 }])
    expect((await query().single().stripNulls()).data).toEqual({ id: 5 })
  })

  test('supabase-js geojson() fails on a database without PostGIS', async () => {
    expect((await db().from('people').select().geojson()).error?.code).toBe('42883')
  })

  test('supabase-js explain() returns plans of reads, writes and function calls if query plans are enabled', async () => {
    const text = await db().from('films').select('id').explain()
    expect(text.data).toContain('Scan')
    const json = await db().from('films').select('id').explain({ format: 'json', analyze: true })
    expect(json.data).toMatchObject([{ Plan: { 'Actual Rows': expect.any(Number) } }])
    const written = await db().from('films').update({ year: 1 }).eq('id', 1).select('id').explain()
    expect(written.data).toContain('Update on films')
    const called = await db().rpc('films_of', { maker: 1 }).explain()
    expect(called.data).toContain('Scan')
    expect((await db().from('films').select('year').eq('id', 1)).data).toEqual([{ year: 1962 }])
  })

  test('supabase-js rollback() undoes a write, and maxAffected() rejects a write to too many rows', async () => {
    const deleted = await db().from('parts').delete().gt('film_id', 0).select('name').rollback()
    expect(deleted.data).toHaveLength(3)
    // Casts the builder, because supabase-js declares maxAffected() only for PostgREST 13 or later.
    const deletion = db().from('parts').delete().gt('film_id', 0) as unknown as {
      maxAffected(rows: number): PromiseLike<{ error: { code: string } | null }>
    }
    const limited = await deletion.maxAffected(2)
    expect(limited.error?.code).toBe('PGRST124')
    expect((await db().from('parts').select('name')).data).toHaveLength(3)
  })

  test('supabase-js abortSignal() cancels a request', async () => {
    const control = new AbortController()
    control.abort()
    const { error } = await db().from('films').select().abortSignal(control.signal)
    expect(error?.message).toContain('abort')
  })
})

describe('builders', () => {
  test('supabase-js setHeader() sends a request header, even with retry(false)', async () => {
    const { data } = await db().rpc('whoami').setHeader('X-Custom', 'once').retry(false)
    expect(data).toMatchObject({ custom: 'once', method: 'POST' })
  })

  test('supabase-js returns() and overrideTypes() change only TypeScript types, and throwOnError() throws PostgREST errors', async () => {
    const said = await db().from('films').select('id').eq('id', 1).returns<{ id: number }[]>()
    const overridden = await db()
      .from('films')
      .select('id')
      .eq('id', 1)
      .overrideTypes<{ id: number }[]>()
    expect([said.data, overridden.data]).toEqual([[{ id: 1 }], [{ id: 1 }]])
    await expect(db().from('nope').select().throwOnError()).rejects.toMatchObject({
      code: 'PGRST205',
    })
    await expect(db().from('films').insert({ nope: 1 }).throwOnError()).rejects.toMatchObject({
      code: 'PGRST204',
    })
  })
})

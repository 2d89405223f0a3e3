import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

const rpc = async (name: string, args: object = {}, options: object = {}) => {
  const { data, error, status, count } = await archive
    .client()
    .rpc(name as never, args as never, options)
  return { data: data as unknown, error, status, count }
}

describe('results', () => {
  test.each([
    ['a scalar', 'add', { a: 1, b: 2 }, 3],
    ['a defaulted argument', 'add', { a: 1 }, 11],
    ['a set of scalars', 'numbers', {}, [1, 2, 3]],
  ])('a function call with POST or GET supports %s', async (_, name, args, data) => {
    expect(await rpc(name, args)).toMatchObject({ status: 200, data })
    expect(await rpc(name, args, { get: true })).toMatchObject({ status: 200, data })
  })

  test('a function call accepts null arguments, a JSON body as one argument, and variadic arguments', async () => {
    expect(await rpc('add', { a: null })).toMatchObject({ status: 200, data: null })
    expect((await rpc('echo', { any: ['thing'] })).data).toEqual({ any: ['thing'] })
    expect((await rpc('join_words', { words: ['a', 'b,c'] })).data).toBe('a-b,c')
    const repeated = await archive.fetch('/rpc/join_words?words=a&words=b,c')
    expect(await repeated.json()).toBe('a-b,c')
  })

  test('a call to a void function returns 204', async () => {
    expect(await rpc('nothing')).toMatchObject({ status: 204, data: null, error: null })
  })

  test('table rows returned by a function can be filtered, ordered, limited, embedded and counted', async () => {
    const { data, count } = await archive
      .client()
      .rpc('films_of' as never, { maker: 2 } as never, { count: 'exact' })
      .select('title, full_title, director:director_id(name)')
      .gt('year', 1900)
      .order('year')
      .limit(1)
    expect(data).toEqual([
      { title: 'Rashomon', full_title: 'Rashomon (1950)', director: { name: 'Akira Kurosawa' } },
    ])
    expect(count).toBe(2)
  })

  test('a composite function result is returned as an object, and a table result as an array', async () => {
    expect((await rpc('first_film')).data).toMatchObject({ id: 1, currency: 'USD' })
    const years = await archive.fetch('/rpc/years?year=eq.1954&select=films')
    expect(await years.json()).toEqual([{ films: 1 }])
  })

  test("supabase-js single() returns the only row of a function's result set, and PGRST116 if there are no rows or several", async () => {
    const db = archive.client()
    const one = await db
      .rpc('films_of' as never, { maker: 1 } as never)
      .select('id')
      .single()
    expect(one.data).toEqual({ id: 1 })
    const two = await db
      .rpc('films_of' as never, { maker: 2 } as never)
      .select('id')
      .single()
    expect(two.error?.code).toBe('PGRST116')
  })

  test('a function can set the status and headers of the HTTP response', async () => {
    const response = await archive.fetch('/rpc/teapot', { method: 'POST' })
    expect([response.status, response.headers.get('x-tea'), await response.json()]).toEqual([
      418,
      'green',
      { short: true },
    ])
  })
})

describe('calls', () => {
  test('a function called with GET runs in a read-only transaction', async () => {
    expect(await rpc('add_setting', { name: 'by-get' }, { get: true })).toMatchObject({
      status: 405,
      error: { code: '25006' },
    })
    expect((await rpc('add_setting', { name: 'by-post' })).status).toBe(204)
  })

  test('a function called with HEAD returns only headers', async () => {
    const response = await archive.fetch('/rpc/numbers', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test("a function can read the caller's role, claims and request headers", async () => {
    const sub = '00000000-0000-0000-0000-00000000000a'
    const token = archive.token({ role: 'authenticated', sub })
    const response = await archive.fetch('/rpc/whoami', {
      headers: { authorization: `Bearer ${token}`, 'x-custom': 'yes' },
    })
    expect(await response.json()).toEqual({
      role: 'authenticated',
      sub,
      method: 'GET',
      path: '/rpc/whoami',
      custom: 'yes',
    })
  })
})

describe('errors', () => {
  test('an unknown function returns 404 with a hint, and an unknown or missing argument returns PGRST202', async () => {
    expect(await rpc('ad', { a: 1 })).toMatchObject({
      status: 404,
      error: { code: 'PGRST202', hint: expect.stringContaining('contract.add') },
    })
    expect(await rpc('add', { a: 1, c: 2 })).toMatchObject({
      status: 404,
      error: {
        code: 'PGRST202',
        message: 'Could not find the function contract.add(a, c) in the schema cache',
      },
    })
    expect((await rpc('add')).error?.code).toBe('PGRST202')
  })

  test('a call that matches several function overloads returns 300', async () => {
    expect(await rpc('twin', { a: 1 })).toMatchObject({ status: 300, error: { code: 'PGRST203' } })
  })

  test.each([
    ['P0001', 400],
    ['P0002', 500],
    ['PT402', 402],
    ['42501', 403],
    ['23505', 409],
    ['28000', 403],
    ['54000', 500],
    ['22000', 400],
  ])('a function that raises %s returns status %i', async (code, status) => {
    expect(await rpc('fail', { code })).toMatchObject({
      status,
      error: { code, message: 'raised', details: 'a detail', hint: 'a hint' },
    })
  })

  test('a function call with a method other than GET, HEAD or POST returns 405', async () => {
    const response = await archive.fetch('/rpc/numbers', { method: 'DELETE' })
    expect([response.status, await response.json()]).toMatchObject([405, { code: 'PGRST101' }])
  })
})

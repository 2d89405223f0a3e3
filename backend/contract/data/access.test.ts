import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

const ann = '00000000-0000-0000-0000-00000000000a'
const bob = '00000000-0000-0000-0000-00000000000b'
const as = (sub: string) => archive.client(archive.token({ role: 'authenticated', sub }))

const get = async (path: string, headers: Record<string, string>) => {
  const response = await archive.fetch(path, { headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('row-level security by claims', () => {
  test("row-level security limits reads and writes to the caller's own rows", async () => {
    await as(ann)
      .from('diaries')
      .insert({ entry: "Ann's" } as never)
    await as(bob)
      .from('diaries')
      .insert({ entry: "Bob's" } as never)
    expect((await as(ann).from('diaries').select('entry')).data).toEqual([{ entry: "Ann's" }])
    expect((await as(bob).from('diaries').select('entry')).data).toEqual([{ entry: "Bob's" }])
    const forged = await as(ann)
      .from('diaries')
      .insert({ entry: 'x', owner_id: bob } as never)
    expect(forged).toMatchObject({ status: 403, error: { code: '42501' } })
  })

  test("concurrent requests from two callers never return the other caller's rows", async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const { data } = await as(index % 2 ? ann : bob)
          .from('diaries')
          .select('owner_id')
        return (data as { owner_id: string }[]).every(
          (row) => row.owner_id === (index % 2 ? ann : bob),
        )
      }),
    )
    expect(answers).not.toContain(false)
  })

  test('a failed data API request leaves no role or claims on its database connection', async () => {
    const anon = archive.client(archive.token({ role: 'anon' }))
    const mixed = Array.from({ length: 20 }, (_, index) =>
      index % 2 ? as(ann).from('films').select('nope') : anon.from('diaries').select('id'),
    )
    for (const [index, { data }] of (await Promise.all(mixed)).entries()) {
      expect(data).toEqual(index % 2 ? null : [])
    }
  })
})

describe('grants', () => {
  test('the data API reports a missing SELECT privilege with 401 for anon and 403 for a signed-in user', async () => {
    const anon = archive.client(archive.token({ role: 'anon' }))
    expect(await anon.from('letterbox').select()).toMatchObject({
      status: 401,
      error: { code: '42501' },
    })
    expect(await as(ann).from('letterbox').select()).toMatchObject({ status: 403 })
  })

  test('select accepts columns with a SELECT grant, and select=* is rejected if any column has no grant', async () => {
    const anon = archive.client(archive.token({ role: 'anon' }))
    expect((await anon.from('accounts').select('id,name')).data).toEqual([{ id: 1, name: 'Ada' }])
    expect((await anon.from('accounts').select('*')).error?.code).toBe('42501')
    expect((await anon.from('accounts').select('id').eq('pin', '1234')).error?.code).toBe('42501')
  })
})

describe('tokens', () => {
  test('a data API request without a token runs as the role anon', async () => {
    const { body } = await get('/rpc/whoami', { authorization: '' })
    expect(body).toMatchObject({ role: 'anon', sub: null })
  })

  test.each([
    ['garbage', 'PGRST301'],
    ['a.b.c', 'PGRST301'],
  ])('the data API rejects the malformed token %s', async (token, code) => {
    const answer = await get('/films', { authorization: `Bearer ${token}` })
    expect(answer).toMatchObject({ status: 401, body: { code } })
    expect(answer.headers.get('www-authenticate')).toContain('Bearer')
  })

  test('the data API rejects forged, expired and unsigned tokens', async () => {
    const good = archive.token({ role: 'service_role' })
    const [head, , signature] = good.split('.')
    const payload = Buffer.from('{"role":"service_role","sub":"x"}').toString('base64url')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    for (const token of [`${head}.${payload}.${signature}`, `${none}.${payload}.`]) {
      expect((await get('/films', { authorization: `Bearer ${token}` })).status).toBe(401)
    }
    const expired = archive.token({ role: 'service_role', exp: 1_000_000_000 })
    expect(await get('/films', { authorization: `Bearer ${expired}` })).toMatchObject({
      status: 401,
      body: { code: 'PGRST303', message: 'JWT expired' },
    })
  })

  test('the data API rejects a token whose role is not granted to authenticator', async () => {
    const ask = (role: string) =>
      get('/films', { authorization: `Bearer ${archive.token({ role })}` })
    expect(await ask('postgres')).toMatchObject({ status: 403, body: { code: '42501' } })
    expect(await ask('supabase_admin')).toMatchObject({ status: 403, body: { code: '42501' } })
    expect(await ask('nobody"; drop table x')).toMatchObject({
      status: 401,
      body: { code: '22023' },
    })
  })
})

describe('schemas', () => {
  test('the header Accept-Profile can select only exposed schemas', async () => {
    expect((await get('/films', { 'accept-profile': 'public' })).body).toMatchObject({
      code: 'PGRST205',
    })
    expect(await get('/users', { 'accept-profile': 'auth' })).toMatchObject({
      status: 406,
      body: { code: 'PGRST106', hint: 'Only the following schemas are exposed: public, contract' },
    })
  })

  test('the data API serves a newly created table after NOTIFY pgrst', async () => {
    await archive.sql`create table contract.fresh (id int)`
    await archive.sql`notify pgrst, 'reload schema'`
    await expect.poll(async () => (await get('/fresh', {})).status).toBe(200)
  })
})

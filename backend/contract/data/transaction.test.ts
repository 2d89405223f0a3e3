import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive({ preRequest: 'contract.before', txEnd: 'commit' })
  await archive.sql.unsafe(`
    create function contract.before() returns void language plpgsql as $$
      begin
        if current_setting('request.headers')::json ->> 'x-blocked' is not null then
          raise sqlstate 'PT429' using message = 'slow down', hint = 'wait';
        end if;
        perform set_config('response.headers', '[{"X-Before": "yes"}]', true);
      end
    $$;
    grant execute on function contract.before to anon, authenticated, service_role`)
})
afterAll(() => archive.close())

const setting = async (name: string, headers: Record<string, string> = {}) => {
  const response = await archive.fetch(`/rpc/setting?name=${name}`, { headers })
  return response.json()
}

describe('request context in SQL', () => {
  test("SQL can read the request's cookies by name in request.cookies", async () => {
    const cookies = await setting('request.cookies', { cookie: 'a=1; b=x=y; a=2' })
    expect(JSON.parse(cookies as string)).toEqual({ a: '1', b: 'x=y' })
    expect(await setting('request.cookies')).toBe('{}')
  })

  test("the claims that SQL reads in request.jwt.claims always contain the caller's role", async () => {
    const token = archive.token({ sub: '00000000-0000-0000-0000-00000000000a' })
    const claims = await setting('request.jwt.claims', { authorization: `Bearer ${token}` })
    expect(JSON.parse(claims as string)).toMatchObject({ role: 'anon' })
  })

  test("the search_path of a data API request starts with the request's schema", async () => {
    expect(await setting('search_path')).toBe('"contract", "public", "extensions"')
  })
})

describe('pre-request function', () => {
  test('a pre-request function can set response headers of reads and writes', async () => {
    expect((await archive.fetch('/people?limit=1')).headers.get('x-before')).toBe('yes')
    const written = await archive.fetch('/settings', {
      method: 'POST',
      body: '{"name":"before"}',
      headers: { 'content-type': 'application/json' },
    })
    expect([written.status, written.headers.get('x-before')]).toEqual([201, 'yes'])
  })

  test('a pre-request function can reject a data API request', async () => {
    const refused = await archive.fetch('/people', { headers: { 'x-blocked': '1' } })
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { code: 'PT429', message: 'slow down', details: null, hint: 'wait' },
    ])
    expect(refused.headers.get('proxy-status')).toBe('PostgREST; error=PT429')
  })
})

test('the data API ignores Prefer: tx unless the server settings allow it', async () => {
  const response = await archive.fetch('/people', {
    method: 'POST',
    body: '{"id":90,"name":"stays"}',
    headers: { 'content-type': 'application/json', prefer: 'handling=strict, tx=rollback' },
  })
  expect([response.status, response.headers.get('preference-applied')]).toEqual([
    201,
    'handling=strict',
  ])
  expect(await (await archive.fetch('/people?id=eq.90&select=id')).json()).toEqual([{ id: 90 }])
})

test('the data API applies settings made with "alter role" to requests of that role', async () => {
  await archive.sql.unsafe(`do $$ begin
    execute format('alter role service_role in database %I set statement_timeout = ''1234ms''', current_database());
  end $$`)
  await archive.sql`notify pgrst, 'reload config'`
  await expect.poll(() => setting('statement_timeout')).toBe('1234ms')
  const anon = { authorization: `Bearer ${archive.token({ role: 'anon' })}` }
  expect(await setting('statement_timeout', anon)).not.toBe('1234ms')
})

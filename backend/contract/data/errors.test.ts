import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

const single = { accept: 'application/vnd.pgrst.object+json' }
const strict = (preference: string) => ({ prefer: `handling=strict, ${preference}` })
const merging = { prefer: 'resolution=merge-duplicates' }
const raised = { body: '{"code":"PAY","message":"pay first"}', rest: '{"status":402,"headers":{}}' }

type Case = [
  code: string,
  status: number,
  request: string,
  body?: unknown,
  headers?: Record<string, string>,
]

const cases: Case[] = [
  ['PGRST100', 400, 'GET /films?year=about.1950'],
  ['PGRST100', 400, 'GET /films?select=id,'],
  ['PGRST101', 405, 'DELETE /rpc/numbers'],
  ['PGRST102', 400, 'POST /films', '{"title":'],
  ['PGRST103', 416, 'GET /films?limit=-1'],
  ['PGRST103', 416, 'GET /films?offset=99', undefined, { prefer: 'count=exact' }],
  ['PGRST105', 405, 'PUT /settings?value=eq.1', { name: 'x' }],
  ['PGRST106', 406, 'GET /films', undefined, { 'accept-profile': 'auth' }],
  ['PGRST106', 406, 'POST /films', {}, { 'content-profile': 'auth' }],
  ['PGRST107', 406, 'GET /films', undefined, { accept: 'image/png' }],
  ['PGRST108', 400, 'GET /films?parts.name=eq.x'],
  ['PGRST111', 500, 'POST /rpc/answer', { status: '200', headers: 'x' }],
  ['PGRST112', 500, 'POST /rpc/answer', { status: 'x', headers: '[]' }],
  ['PGRST114', 400, 'PUT /settings?name=eq.x&limit=1', { name: 'x' }],
  ['PGRST115', 400, 'PUT /settings?name=eq.x', { name: 'y' }],
  ['PGRST116', 406, 'GET /films', undefined, single],
  ['PGRST117', 405, 'PROPFIND /films'],
  ['PGRST118', 400, 'GET /films?select=id,parts(name)&order=parts(name)'],
  ['PGRST120', 400, 'GET /films?select=id,parts(name)&parts=eq.1'],
  ['PGRST121', 500, 'POST /rpc/refuse', { body: 'x', rest: '{}' }],
  ['PAY', 402, 'POST /rpc/refuse', raised],
  ['PGRST122', 400, 'GET /films', undefined, strict('colour=red')],
  ['PGRST123', 400, 'GET /films?select=year.max()'],
  ['PGRST124', 400, 'DELETE /parts', undefined, strict('max-affected=0')],
  ['PGRST125', 404, 'GET /films/1'],
  ['PGRST128', 400, 'POST /rpc/add', { a: 1 }, strict('max-affected=1')],
  ['PGRST200', 400, 'GET /films?select=settings(*)'],
  ['PGRST201', 300, 'GET /films?select=people(*)'],
  ['PGRST202', 404, 'POST /rpc/missing', {}],
  ['PGRST203', 300, 'POST /rpc/twin', { a: 1 }],
  ['PGRST204', 400, 'POST /films', { tittle: 1 }],
  ['PGRST205', 404, 'GET /filmz'],
  ['PGRST301', 401, 'GET /films', undefined, { authorization: 'Bearer x' }],
  ['42703', 400, 'GET /films?nope=eq.1'],
  ['42P01', 404, 'POST /rpc/fail', { code: '42P01' }],
  ['42883', 404, 'POST /rpc/fail', { code: '42883' }],
  ['25006', 405, 'GET /rpc/add_setting?name=x'],
  ['22P05', 400, 'POST /rpc/retitle', { which: 1, new_title: 'a\0b' }],
  ['22P05', 400, 'PATCH /films?id=eq.1', { title: 'a\0b' }],
  ['22021', 400, 'GET /rpc/retitle?which=1&new_title=a%00b'],
  ['22021', 400, 'GET /films?title=eq.a%00b'],
  ['21000', 400, 'POST /settings', [{ name: 'x' }, { name: 'x' }], merging],
  ['55000', 405, 'POST /titles', { title: 'x' }],
  ['55000', 405, 'PATCH /titles?title=eq.x', { title: 'y' }],
  ['55000', 405, 'DELETE /titles?title=eq.x'],
  ['21000', 500, 'POST /rpc/fail', { code: '21000' }],
  ['55000', 500, 'POST /rpc/fail', { code: '55000' }],
  ['P0001', 400, 'POST /rpc/fail', { code: 'P0001' }],
  ['PT418', 418, 'POST /rpc/fail', { code: 'PT418' }],
  ['PT000', 500, 'POST /rpc/fail', { code: 'PT000' }],
  ['53400', 500, 'POST /rpc/fail', { code: '53400' }],
  ['53100', 503, 'POST /rpc/fail', { code: '53100' }],
]

test.each(cases)(
  'the data API returns %s with status %i for %s',
  async (code, status, request, body, headers = {}) => {
    const [method, path = ''] = request.split(' ')
    const response = await archive.fetch(path, {
      ...(method && { method }),
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const error = (await response.json()) as Record<string, unknown>
    expect([response.status, error['code']]).toEqual([status, code])
    expect(Object.keys(error).toSorted()).toEqual(['code', 'details', 'hint', 'message'])
    expect(error['message']).toEqual(expect.any(String))
    expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
  },
)

describe('hints', () => {
  test.each([
    ['/filmz', "Perhaps you meant the table 'contract.films'"],
    ['/rpc/numberz', 'Perhaps you meant to call the function contract.numbers'],
    ['/rpc/overloaded?a=1&c=2', 'Perhaps you meant to call the function contract.overloaded(a, b)'],
    ['/films?select=partz(*)', "Perhaps you meant 'parts' instead of 'partz'."],
  ])('the error for %s contains a hint with the closest name', async (path, hint) => {
    expect(await (await archive.fetch(path)).json()).toMatchObject({ hint })
  })

  test('the error for an unknown relation has no hint if no relation has a similar name', async () => {
    expect(await (await archive.fetch('/quite_another_name')).json()).toMatchObject({ hint: null })
  })
})

describe('tokens', () => {
  const refused = async (authorization: string) => {
    const response = await archive.fetch('/films', { headers: { authorization } })
    const { message } = (await response.json()) as { message: string }
    return [response.status, message, response.headers.get('www-authenticate')]
  }

  test.each([
    ['Bearer', 'Empty JWT is sent in Authorization header'],
    ['Bearer a.b', 'Expected 3 parts in JWT; got 2'],
    ['Bearer a.b.c.d', 'Expected 3 parts in JWT; got 4'],
  ])(
    "the data API rejects the header Authorization: %s with PostgREST's error",
    async (authorization, message) => {
      expect(await refused(authorization)).toEqual([
        401,
        message,
        `Bearer error="invalid_token", error_description="${message}"`,
      ])
    },
  )

  test('a request rejected with 401 because anon lacks a privilege gets a WWW-Authenticate header', async () => {
    const authorization = `Bearer ${archive.token({ role: 'anon' })}`
    const response = await archive.fetch('/letterbox', { headers: { authorization } })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })
})

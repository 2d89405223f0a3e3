import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

const call = async (
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) => {
  const response = await archive.fetch(`/rpc/${name}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parsed(text) }
}
const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await archive.fetch(`/rpc/${path}`, { headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parsed(text) }
}
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

describe('results', () => {
  test('a function with OUT parameters returns an object, even if it has only one OUT parameter', async () => {
    expect((await get('half?total=7')).json).toEqual({ half: 3 })
    expect((await get('ends?text=film')).json).toEqual({ head: 'f', tail: 'ilm' })
    expect((await get('ends?text=film&select=tail')).json).toEqual({ tail: 'ilm' })
  })

  test('the rows of a composite type can be selected, filtered and ordered by column', async () => {
    expect((await get('points?select=y&x=gt.1')).json).toEqual([{ y: 4 }])
    expect((await get('points?order=y.desc&limit=1')).json).toEqual([{ x: 3, y: 4 }])
  })

  test('a function with one unnamed OUT parameter returns an object', async () => {
    expect((await get('unnamed_out?a=1')).json).toEqual({ pgrst_call: 1 })
  })

  test('a function that returns record without a column list returns an object', async () => {
    expect((await get('pair')).json).toEqual({ f1: 1, f2: 'a' })
  })

  test('a function that returns a set of scalars supports limit, order, filters and count', async () => {
    const some = await get('numbers?order=pgrst_scalar.desc&limit=2', { prefer: 'count=exact' })
    expect([some.status, some.json, some.headers.get('content-range')]).toEqual([
      206,
      [3, 2],
      '0-1/3',
    ])
    expect((await get('numbers?pgrst_scalar=gte.2')).json).toEqual([2, 3])
    expect((await get('numbers?limit=1', { accept: 'text/csv' })).text).toBe('pgrst_scalar\n1')
  })

  test('a function without SETOF returns null and the Content-Range of one row if a filter excludes its row', async () => {
    const none = await get('first_film?year=lt.1')
    expect([none.status, none.json, none.headers.get('content-range')]).toEqual([
      200,
      null,
      '0-0/*',
    ])
    const single = await get('first_film?year=lt.1', {
      accept: 'application/vnd.pgrst.object+json',
    })
    expect([single.status, single.json]).toEqual([200, null])
  })

  test('a call to a void function returns no body, and count=exact reports one row', async () => {
    const nothing = await call('nothing', '{}', { prefer: 'count=exact' })
    expect([nothing.status, nothing.text, nothing.headers.get('content-range')]).toEqual([
      204,
      '',
      '0-0/1',
    ])
  })
})

describe('arguments', () => {
  test('a function accepts array and JSON arguments both in the body and in the query string', async () => {
    expect((await call('nth', '{"numbers":[5,6],"place":2}')).json).toBe(6)
    expect((await get('nth?numbers={5,6}&place=1')).json).toBe(5)
    expect((await call('key_of', '{"document":{"a":[1,{"b":null}]}}')).text).toBe(
      '[1, {"b": null}]',
    )
    expect((await get(`key_of?document=${encodeURIComponent('{"k":7}')}&key=k`)).json).toBe(7)
  })

  test('parameters of type bit and char without a length accept values of any length', async () => {
    expect((await get('bits?a=101&b=xyz')).json).toBe('101xyz')
    expect((await call('bits', '{"a":"101","b":"xyz"}')).json).toBe('101xyz')
  })

  test('a form-encoded body supplies the arguments of a function call', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await call('add', 'a=4&b=5', form)).json).toBe(9)
  })

  test('the columns parameter of a function call selects which keys of the body become arguments', async () => {
    expect((await call('add?columns=a', '{"a":1,"b":2,"c":3}')).json).toBe(11)
  })

  test('the data API selects a function overload by the argument names', async () => {
    expect((await call('overloaded', '{"a":1}')).json).toBe('a')
    expect((await get('overloaded?a=1&b=2')).json).toBe('ab')
  })

  test('the error for an ambiguous function call names a candidate overload', async () => {
    const { status, json } = await call('twin', '{"a":1}')
    expect([status, json]).toMatchObject([
      300,
      { code: 'PGRST203', message: expect.stringContaining('contract.twin(a => text)') },
    ])
  })

  test('a function call without a required variadic argument returns 404', async () => {
    expect(await get('join_words')).toMatchObject({ status: 404, json: { code: 'PGRST202' } })
  })

  test.each([
    ['without parameters', 'missing', '{}', 'contract.missing without parameters in'],
    ['by name', 'missing', '{"b":1,"a":2}', 'contract.missing(a, b) in'],
  ])('the error for an unknown function describes the call %s', async (_, name, body, words) => {
    const { status, json } = await call(name, body)
    expect([status, json]).toMatchObject([
      404,
      {
        code: 'PGRST202',
        message: expect.stringContaining(words),
        details: expect.stringContaining('or with a single unnamed json/jsonb parameter'),
      },
    ])
  })
})

describe('request body as the only argument', () => {
  test('a function with one unnamed json parameter accepts any JSON body', async () => {
    expect((await call('echo', '[1,"two",null]')).json).toEqual([1, 'two', null])
    expect((await call('echo', '"text"')).json).toBe('text')
  })

  test('functions with one unnamed text, xml or bytea parameter accept bodies of the matching media type', async () => {
    expect((await call('shout', 'a & b', { 'content-type': 'text/plain' })).json).toBe('A & B')
    expect((await call('tag', '<film/>', { 'content-type': 'text/xml' })).json).toBe('film')
    const bytes = new Uint8Array([0, 255, 16, 0])
    expect((await call('size', bytes, { 'content-type': 'application/octet-stream' })).json).toBe(4)
  })

  test('an unnamed parameter with a default receives the request body, or uses its default if there is no body', async () => {
    expect((await call('greet', 'Ada', { 'content-type': 'text/plain' })).json).toBe('hi Ada')
    expect((await get('greet')).json).toBe('hi nobody')
    const xml = await call('greet', '<a/>', { 'content-type': 'text/xml' })
    expect([xml.status, xml.json]).toEqual([200, 'hi nobody'])
  })

  test('a function without a parameter for the request body is called with the defaults of all parameters', async () => {
    const answer = await call('size_or_number', 'x', { 'content-type': 'text/plain' })
    expect([answer.status, answer.json]).toEqual([200, 'number'])
  })

  test("a function call is rejected if the unnamed parameter does not accept the body's media type", async () => {
    const { status, json } = await call('shout', 'x', { 'content-type': 'text/xml' })
    expect([status, json]).toMatchObject([
      404,
      { details: expect.stringContaining('a single unnamed xml parameter') },
    ])
  })

  test('a function call with a text body that is not UTF-8 is rejected', async () => {
    const { status, json } = await call('shout', new Uint8Array([255]), {
      'content-type': 'text/plain',
    })
    expect([status, json]).toMatchObject([400, { code: 'PGRST102' }])
  })
})

describe('restrictions on function calls', () => {
  test('max-affected rolls back a function call that returns more rows than the maximum, and is rejected for functions without SETOF', async () => {
    const strict = { prefer: 'handling=strict, max-affected=1' }
    const many = await call('retitle', '{"which":2,"new_title":"x"}', strict)
    expect([many.status, many.json]).toMatchObject([400, { code: 'PGRST124' }])
    const one = await call('retitle?select=title', '{"which":1,"new_title":"x"}', strict)
    expect([one.status, one.json]).toEqual([200, [{ title: 'x' }]])
    expect(one.headers.get('preference-applied')).toBe('handling=strict, max-affected=1')
    const scalar = await call('add', '{"a":1}', strict)
    expect([scalar.status, scalar.json]).toMatchObject([400, { code: 'PGRST128' }])
  })

  test("a function's own statement_timeout applies from the start of the call", async () => {
    expect(await call('slowly', '{}')).toMatchObject({ status: 500, json: { code: '57014' } })
  })

  test('a stable function called with POST runs in a read-only transaction', async () => {
    expect((await call('setting', '{"name":"transaction_read_only"}')).json).toBe('on')
  })

  test.each([
    ['201', '[{"X-A":"b"}]', 201, 'b'],
    ['', '[{"X-A":"b"},{"X-A":"c"}]', 204, 'b, c'],
  ])(
    'a function sets status %j and headers %s of its response',
    async (status, headers, expected, value) => {
      const answer = await call('answer', JSON.stringify({ status, headers }))
      expect([answer.status, answer.headers.get('x-a')]).toEqual([expected, value])
    },
  )

  test.each([
    ['okay', '[]', 'PGRST112'],
    ['99', '[]', 'PGRST112'],
    ['200', '{"X-A":"b"}', 'PGRST111'],
    ['200', '[{"X-A":1}]', 'PGRST111'],
  ])(
    'a function that sets status %j and headers %s fails with %s',
    async (status, headers, code) => {
      const answer = await call('answer', JSON.stringify({ status, headers }))
      expect([answer.status, answer.json]).toMatchObject([500, { code }])
    },
  )
})

import { relationOf } from './catalogue.ts'
import { addLevel, pathOf, type Parameters } from './generate-read.ts'
import type { Random } from './random.ts'
import { testRequest, type TestRequest } from './request-line.ts'

type FunctionInfo = {
  name: string
  args: readonly Record<string, unknown>[]
  rows?: string
  isVolatile?: true
  /** Bodies for a function with one unnamed parameter, which can be called only with POST. */
  bodies?: readonly (readonly [contentType: string, body: string])[]
}

const functions: readonly FunctionInfo[] = [
  { name: 'add', args: [{ a: 1 }, { a: 1, b: 2 }, { b: 3, a: -4 }, { a: null }] },
  { name: 'numbers', args: [{}] },
  { name: 'films_of', args: [{ maker: 2 }, { maker: 1 }, { maker: 99 }], rows: 'films' },
  { name: 'first_film', args: [{}], rows: 'films' },
  { name: 'years', args: [{}] },
  { name: 'nothing', args: [{}], isVolatile: true },
  { name: 'add_setting', args: [{ name: 'new' }, { name: 'theme' }], isVolatile: true },
  {
    name: 'echo',
    args: [],
    bodies: [
      ['application/json', '{"a":[1, 2]}'],
      ['application/json', '[1]'],
      ['application/json', '"text"'],
      ['application/json', 'null'],
    ],
  },
  {
    name: 'read_text',
    args: [],
    bodies: [
      ['text/plain', 'some text'],
      ['text/plain', ''],
    ],
  },
  { name: 'join_words', args: [{ words: ['a', 'b'] }, { words: [] }, { words: ['x'] }] },
  {
    name: 'rename',
    args: [{ film: 1 }, { film: 2, new_title: 'x"y' }, { film: 99 }],
    rows: 'films',
    isVolatile: true,
  },
  {
    name: 'sum_of',
    args: [{ numbers: [1, 2, 3] }, { numbers: [4], factor: 1.5 }, { numbers: [] }],
  },
  { name: 'split', args: [{ text: 'film' }, { text: '' }] },
  { name: 'moods', args: [{}] },
  {
    name: 'pick',
    args: [
      { document: { a: 1 }, key: 'a' },
      { document: [1], key: 'b' },
    ],
  },
  { name: 'shift', args: [{ day: '2024-02-28' }, { day: '2024-01-01', by: '3 hours' }] },
  { name: 'whoami', args: [{}] },
  { name: 'teapot', args: [{}], isVolatile: true },
  {
    name: 'fail',
    args: [
      { code: 'P0001' },
      { code: '23505' },
      { code: '42501' },
      { code: 'PT402' },

      { code: '54001' },
      { code: '57014' },
      { code: '21000' },
      { code: '25006' },
      { code: '53400' },
    ],
    isVolatile: true,
  },
  { name: 'twin', args: [{ a: 'x' }, { a: 1 }] },
]

export function generateCall(random: Random): TestRequest {
  const called = random.pick(functions)
  const parameters: Parameters = []
  const headers: Record<string, string> = {}
  if (called.rows) {
    if (random.oneIn(1.3)) addLevel(random, relationOf(called.rows), parameters, '', 1)
    if (random.oneIn(4))
      headers['prefer'] = `count=${random.pick(['exact', 'planned', 'estimated'])}`
  }
  if (random.oneIn(6))
    headers['accept'] = random.pick([
      'application/vnd.pgrst.object+json',
      'text/csv',
      'application/vnd.pgrst.array+json;nulls=stripped',
    ])
  const as = random.oneIn(8) ? random.pick(['anon', 'user'] as const) : 'service'
  const path = () => `/rpc${pathOf(called.name, parameters)}`
  if (called.bodies) {
    const [contentType, body] = random.pick(called.bodies)
    headers['content-type'] = contentType
    return testRequest('POST', path(), { as, headers, body })
  }
  const args = random.pick(called.args)
  if (!called.isVolatile && random.oneIn(2)) {
    parameters.unshift(...Object.entries(args).flatMap(([name, value]) => textsOf(name, value)))
    return testRequest(random.oneIn(8) ? 'HEAD' : 'GET', path(), { as, headers })
  }
  if (random.oneIn(10) && Object.values(args).every((value) => typeof value === 'string')) {
    headers['content-type'] = 'application/x-www-form-urlencoded'
    return testRequest('POST', path(), {
      as,
      headers,
      body: new URLSearchParams(args as Record<string, string>).toString(),
    })
  }
  return testRequest('POST', path(), { as, headers, body: JSON.stringify(args) })
}

function textsOf(name: string, value: unknown): Parameters {
  if (name === 'words') return (value as string[]).map((word) => [name, word])
  if (Array.isArray(value) && name === 'numbers') return [[name, `{${value.join(',')}}`]]
  return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
}

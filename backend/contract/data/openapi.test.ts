import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './archive.ts'

type Description = {
  swagger: string
  info: { title: string; description: string }
  paths: Record<string, Record<string, { summary?: string; parameters?: unknown[] }>>
  definitions: Record<string, { required: string[]; properties: Record<string, object> }>
  parameters: Record<string, object>
}

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

const root = async (headers: Record<string, string> = {}) => {
  const response = await archive.fetch('/', { headers })
  return { response, described: (await response.json()) as Description }
}

describe('the root describes the data API', () => {
  test('the OpenAPI root returns OpenAPI 2.0 with SQL comments as descriptions', async () => {
    const { response, described } = await root()
    expect(response.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8')
    expect(response.headers.get('content-profile')).toBe('contract')
    expect(described).toMatchObject({
      swagger: '2.0',
      info: { title: 'The archive', description: 'Films and who made them.' },
    })
    expect(described.paths['/films']?.['get']).toMatchObject({
      summary: 'Films',
      description: 'As far as they are known.',
    })
  })

  test('the OpenAPI definitions contain the types, keys, enums and defaults of columns', async () => {
    const { films, parts } = (await root()).described.definitions
    expect(films?.required).toEqual(['id', 'title', 'currency', 'tags'])
    expect(films?.properties).toMatchObject({
      id: { type: 'integer', format: 'int32', description: 'Note:\nThis is a Primary Key.<pk/>' },
      title: { type: 'string', format: 'text', description: 'As it was first shown' },
      director_id: { description: expect.stringContaining("<fk table='people' column='id'/>") },
      rating: { type: 'number', format: 'numeric' },
      mood: { enum: ['calm', 'tense', 'funny'] },
      tags: { type: 'array', items: { type: 'string' } },
      // The description of a column with a domain type contains the domain's base type.
      currency: { type: 'string', format: 'text', default: 'USD' },
    })
    expect(parts?.properties['film_id']).toMatchObject({
      description: expect.stringContaining(
        'Primary Key.<pk/>\nThis is a Foreign Key to `films.id`',
      ),
    })
  })

  test('an OpenAPI definition has no list of required columns if no column is required', async () => {
    const { definitions } = (await root()).described
    expect(definitions['titles']?.properties).toHaveProperty('title')
    expect(definitions['titles']).not.toHaveProperty('required')
  })

  test('the OpenAPI paths contain the methods that each relation or function supports', async () => {
    const { paths } = (await root()).described
    const methods = (path: string) => Object.keys(paths[path] ?? {}).toSorted()
    expect(methods('/films')).toEqual(['delete', 'get', 'patch', 'post'])
    expect(methods('/titles')).toEqual(['get'])
    expect(methods('/rpc/films_of')).toEqual(['get', 'post'])
    expect(methods('/rpc/add_setting')).toEqual(['post'])
    expect(paths['/rpc/join_words']?.['get']?.parameters).toEqual([
      {
        in: 'query',
        name: 'words',
        required: true,
        type: 'array',
        items: { type: 'string', format: 'text' },
        collectionFormat: 'multi',
      },
    ])
  })

  test('every $ref in the OpenAPI description resolves', async () => {
    const { described } = await root()
    const references = JSON.stringify(described).matchAll(/"\$ref":"#\/(\w+)\/((?:[^"\\]|\\.)*)"/g)
    const lost = [...references].filter(([, section, name]) => {
      const group = described[section as 'parameters']
      return !Object.hasOwn(group, JSON.parse(`"${name}"`) as string)
    })
    expect(lost).toEqual([])
  })

  test("the OpenAPI description lists only objects that the caller's role may use", async () => {
    const anon = (await root({ authorization: `Bearer ${archive.token({ role: 'anon' })}` }))
      .described
    const service = (await root()).described
    expect(anon.definitions).toHaveProperty('accounts')
    expect(anon.paths).not.toHaveProperty('/rpc/half')
    expect(service.paths).toHaveProperty('/rpc/half')
    await archive.sql`revoke all on contract.staff from anon`
    const later = (await root({ authorization: `Bearer ${archive.token({ role: 'anon' })}` }))
      .described
    expect(later.paths).not.toHaveProperty('/staff')
  })

  test('the OpenAPI root supports HEAD and rejects other media types and methods', async () => {
    const head = await archive.fetch('/', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const html = await archive.fetch('/', { headers: { accept: 'text/html' } })
    expect([html.status, await html.json()]).toMatchObject([406, { code: 'PGRST107' }])
    const post = await archive.fetch('/', { method: 'POST' })
    expect([post.status, await post.json()]).toMatchObject([405, { code: 'PGRST117' }])
  })
})

describe('OPTIONS', () => {
  test.each([
    ['/', 'OPTIONS,GET,HEAD'],
    ['/films', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/vanished', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/visits', 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'],
    ['/titles', 'OPTIONS,GET,HEAD'],
    ['/rpc/numbers', 'OPTIONS,GET,HEAD,POST'],
    ['/rpc/nothing', 'OPTIONS,POST'],
  ])('OPTIONS of %s returns the methods %s', async (path, allowed) => {
    const response = await archive.fetch(path, { method: 'OPTIONS' })
    expect([response.status, response.headers.get('allow')]).toEqual([200, allowed])
  })

  test('OPTIONS of an unknown relation or function returns 404', async () => {
    for (const [path, code] of [
      ['/nope', 'PGRST205'],
      ['/rpc/nope', 'PGRST202'],
      ['/a/b', 'PGRST125'],
    ] as const) {
      const response = await archive.fetch(path, { method: 'OPTIONS' })
      expect([response.status, await response.json()]).toMatchObject([404, { code }])
    }
  })
})

test('pgrst settings stored in the database, such as openapi_mode=disabled, apply after a configuration reload', async () => {
  await archive.sql.unsafe(`do $$ begin
    execute format('alter role authenticator in database %I set pgrst.openapi_mode = ''disabled''', current_database());
    execute format('alter role authenticator in database %I set pgrst.db_max_rows = ''2''', current_database());
  end $$`)
  await archive.sql`notify pgrst, 'reload config'`
  await expect.poll(async () => (await archive.fetch('/')).status).toBe(404)
  expect(await (await archive.fetch('/')).json()).toMatchObject({ code: 'PGRST126' })
  expect(await (await archive.fetch('/films?select=id')).json()).toHaveLength(2)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openArchive, type Archive } from '../data/archive.ts'
import { useTarget } from '../target.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

const person = JSON.stringify({ id: 900, name: 'x' })
const upsert = { prefer: 'resolution=merge-duplicates' }

test.each([
  ['an insert', 201, '/people', 'POST', person, {}],
  ['an upsert that inserts', 201, '/people', 'POST', person, upsert],
  ['an upsert that updates', 200, '/people', 'POST', person, upsert],
  [
    'a void function that sets a status',
    201,
    '/rpc/answer',
    'POST',
    '{"status":"201","headers":"[]"}',
    {},
  ],
  ['OPTIONS of a relation', 200, '/films', 'OPTIONS', null, {}],
  ['OPTIONS of the root', 200, '/', 'OPTIONS', null, {}],
] as const)(
  'the empty data API response to %s (%i) has Content-Length: 0',
  async (_, status, path, method, body, headers) => {
    if (status === 201) await archive.sql`delete from contract.people where id = 900`
    const response = await archive.fetch(path, {
      method,
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect([response.status, await response.text()]).toEqual([status, ''])
    expect(response.headers.get('content-length')).toBe('0')
    expect(response.headers.get('transfer-encoding')).toBeNull()
  },
)

test('a data API response has a Content-Length header if it has a body, but not with status 204', async () => {
  const read = await archive.fetch('/people?select=id&id=eq.1')
  expect(read.headers.get('content-length')).toBe(String((await read.text()).length))
  const deleted = await archive.fetch('/people?id=eq.900', { method: 'DELETE' })
  expect([deleted.status, deleted.headers.get('content-length')]).toEqual([204, null])
})

const target = useTarget()

test('the empty response to the creation of a resumable upload has Content-Length: 0', async () => {
  const metadata = Object.entries({ bucketName: 'empty', objectName: 'a.txt' })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
  const authorization = `Bearer ${target.serviceRoleKey}`
  await fetch(`${target.url}/storage/v1/bucket`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{"name":"empty"}',
  })
  const response = await fetch(`${target.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      authorization,
      'tus-resumable': '1.0.0',
      'upload-length': '5',
      'upload-metadata': metadata,
    },
  })
  expect([response.status, response.headers.get('content-length')]).toEqual([201, '0'])
})

test('the empty response to an accepted broadcast has Content-Length: 0', async () => {
  const response = await fetch(`${target.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: target.anonKey, 'content-type': 'application/json' },
    body: '{"messages":[{"topic":"a","event":"b","payload":{}}]}',
  })
  expect([response.status, response.headers.get('content-length')]).toEqual([202, '0'])
})

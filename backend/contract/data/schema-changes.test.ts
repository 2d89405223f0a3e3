import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '#backend/config/config.ts'
import { createContext } from '#backend/context.ts'
import { createDataApi } from '#backend/data/data-api.ts'
import { openArchive, type Archive } from './archive.ts'

let archive: Archive
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

const status = async (path: string) => (await archive.fetch(path)).status

test('no data API request fails during repeated schema reloads', async () => {
  const answers: Promise<number>[] = []
  for (let time = 0; time < 8; time++) {
    await archive.sql.unsafe(
      `alter table contract.staff add column extra_${time} int; notify pgrst`,
    )
    answers.push(...['/staff?select=id', '/people?limit=1', '/rpc/numbers'].map(status))
  }
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  await expect.poll(() => status('/staff?select=extra_7')).toBe(200)
})

test('the data API returns 404 for a dropped table after the schema reload', async () => {
  await archive.sql.unsafe(`create table contract.brief (id int); notify pgrst`)
  await expect.poll(() => status('/brief')).toBe(200)
  await archive.sql.unsafe(`drop table contract.brief; notify pgrst`)
  await expect.poll(() => status('/brief')).toBe(404)
})

test('the data API returns 503 with PGRST002 while the database is unavailable', async () => {
  const context = createContext(
    parseConfig({
      databaseUrl: 'postgres://nobody:x@127.0.0.1:1/nowhere',
      siteUrl: 'http://localhost',
      jwtSecret: 'a secret of a database that is away',
      anonKey: 'unused',
      serviceRoleKey: 'unused',
      storageDir: '/nowhere',
      logLevel: 'silent',
    }),
  )
  const response = await createDataApi(context).request('/people')
  expect([response.status, await response.json()]).toEqual([
    503,
    {
      code: 'PGRST002',
      message: 'Could not query the database for the schema cache. Retrying.',
      details: null,
      hint: null,
    },
  ])
  expect(response.headers.get('proxy-status')).toBe('PostgREST; error=PGRST002')
  await context.database.close()
})

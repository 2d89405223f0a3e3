import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@hourspace/launch/testing/database.ts'
import { addUser, asUser } from './records.ts'

let database: TestDatabase
let admin: string

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await addUser(database.sql, 'admin@example.com')
  await database.sql`update profiles set is_admin = true where id = ${admin}`
})

afterAll(() => database.drop())

const jobs = async () => {
  const rows = await asUser(
    database.sql,
    admin,
    (sql) => sql<{ job: Record<string, unknown> }[]>`select admin_jobs() as job`,
  )
  return rows.map(({ job }) => job)
}

test('admin_jobs returns the last run of each job and whether it is running, but not claimed_by', async () => {
  await database.sql`
    insert into hourspace_backend.jobs
      (name, started_at, finished_at, error, failures, claimed_by, claimed_until)
    values ('pay hosts', now(), now(), '500 no room', 3, null, null),
      ('send mails', null, null, null, 0, gen_random_uuid(), now() + interval '1 minute')`
  const [pay, mails] = await jobs()
  expect(pay).toMatchObject({
    name: 'pay hosts',
    error: '500 no room',
    failures: 3,
    is_running: false,
  })
  expect(mails).toMatchObject({ name: 'send mails', started_at: null, is_running: true })
  expect(mails).not.toHaveProperty('claimed_by')
})

test('run_job_now notifies the server, adds an audit log entry and rejects unknown jobs', async () => {
  const { sql } = database
  const notified: string[] = []
  const { unlisten } = await sql.listen('run_job', (name) => notified.push(name))
  const run = (name: string) =>
    asUser(sql, admin, (transaction) => transaction`select run_job_now(${name})`)
  await run('pay hosts')
  await expect.poll(() => notified).toEqual(['pay hosts'])
  await expect(run('mine bitcoin')).rejects.toMatchObject({ detail: 'job_not_found' })
  await unlisten()
  expect(await sql`select admin_id, action, target_id from admin_actions`).toEqual([
    { admin_id: admin, action: 'job.run', target_id: 'pay hosts' },
  ])
})

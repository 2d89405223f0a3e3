import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type InProcessServer } from '@hourspace/launch/testing/server.ts'

type ScheduledFunction = { function: string; everySeconds: number }
type QueuedRequest = { url: string; headers: Record<string, string>; body: object }

/** Fakes of what pg_cron, pg_net and Vault add to a hosted project. */
const fakes = `
  create schema cron;
  create table cron.job (jobid serial, jobname text unique, schedule text, command text,
    active boolean default true);
  create table cron.job_run_details (end_time timestamptz);
  create function cron.schedule(job_name text, schedule text, command text) returns bigint
    language sql as $$
      insert into cron.job (jobname, schedule, command) values ($1, $2, $3)
      on conflict (jobname) do update set schedule = $2, command = $3 returning jobid $$;
  create function cron.unschedule(job_name text) returns boolean
    language sql as $$ delete from cron.job where jobname = $1 returning true $$;

  create schema net;
  create table net.http_request_queue (url text, headers jsonb, body jsonb, timeout_milliseconds int);
  create table net._http_response (created timestamptz, status_code int, content text,
    timed_out boolean, error_msg text);
  create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
      headers jsonb default '{}', timeout_milliseconds int default 5000) returns bigint
    language sql as $$
      insert into net.http_request_queue values ($1, $4, $2, $5) returning 1::bigint $$;

  create schema vault;
  create table vault.secrets (id uuid default gen_random_uuid(), name text unique, secret text);
  create view vault.decrypted_secrets as select *, secret as decrypted_secret from vault.secrets;
  create function vault.create_secret(new_secret text, new_name text) returns uuid
    language sql as $$
      insert into vault.secrets (secret, name) values ($1, $2) returning id $$;
  create function vault.update_secret(secret_id uuid, new_secret text) returns void
    language sql as $$ update vault.secrets set secret = $2 where id = $1 $$;`

let server: InProcessServer
let statements: { schedule: string; check: string; replace: string; stop: string }

beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  await server.sql.unsafe(fakes)
  const page = await readFile(new URL('../../docs/hosted-supabase.md', import.meta.url), 'utf8')
  const section = page.split('## Scheduled jobs')[1]!.split('\n## ')[0]!
  const [create = '', schedule = '', check = '', replace = '', stop = ''] = Array.from(
    section.matchAll(/```sql\n([^]*?)```/g),
    ([, block]) =>
      block!
        .replace(/^create extension .*$/gm, '')
        .replace('https://<ref>.supabase.co', server.url)
        .replace('<service_role key>', server.serviceRoleKey),
  )
  statements = { schedule, check, replace, stop }
  await server.sql.unsafe(create)
  await server.sql.unsafe(schedule)
})
afterAll(() => server.stop())

/** Converts a pg_cron schedule to seconds. https://github.com/citusdata/pg_cron */
function secondsOf(schedule: string): number {
  const seconds = /^(\d+) seconds$/.exec(schedule)?.[1]
  const minutes = /^\*\/(\d+) \* \* \* \*$/.exec(schedule)?.[1]
  if (seconds) return Number(seconds)
  if (minutes) return Number(minutes) * 60
  if (schedule === '* * * * *') return 60
  if (schedule === '0 * * * *') return 3600
  throw new Error(`The schedule ${schedule} is not supported`)
}

test('the SQL for hosted Supabase schedules every job of jobs.json at its interval, and its requests succeed', async () => {
  const { sql } = server
  // Runs the statement twice, as operators do after an upgrade.
  await sql.unsafe(statements.schedule)

  const file = await readFile(new URL('../jobs.json', import.meta.url), 'utf8')
  const expected = (JSON.parse(file) as ScheduledFunction[])
    .map((job) => [`hourspace-${job.function}`, job.everySeconds])
    .toSorted()
  const jobs = await sql<{ jobname: string; schedule: string; command: string }[]>`
    select * from cron.job where jobname <> 'hourspace-delete-old-runs' order by jobname`
  expect(jobs.map(({ jobname, schedule }) => [jobname, secondsOf(schedule)])).toEqual(expected)

  for (const { jobname, command } of jobs) {
    await sql.unsafe(command)
    const [request] = await sql<QueuedRequest[]>`delete from net.http_request_queue returning *`
    const { url, headers, body } = request!
    expect(url).toBe(`${server.url}/functions/v1/${jobname.replace('hourspace-', '')}`)
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    expect([jobname, response.status]).toEqual([jobname, 200])
  }
})

test('the SQL for hosted Supabase deletes old runs, lists failed requests, replaces the key and stops all jobs', async () => {
  const { sql } = server
  const [job] = await sql<{ command: string }[]>`
    select command from cron.job where jobname = 'hourspace-delete-old-runs'`
  await sql`insert into cron.job_run_details values (now() - interval '3 days'), (now())`
  await sql.unsafe(job!.command)
  expect(await sql`select from cron.job_run_details`).toHaveLength(1)

  await sql`
    insert into net._http_response (created, status_code, content, timed_out, error_msg) values
      (now(), 200, '{}', false, null), (now(), 403, 'service_role_only', false, null),
      (now(), null, null, true, 'Timeout'), (now(), null, null, null, 'Could not resolve host')`
  const results: unknown = await sql.unsafe(statements.check).simple()
  const failed = (results as { content: string | null; error_msg: string | null }[][])[1]!
  expect(failed.map(({ content, error_msg }) => content ?? error_msg).toSorted()).toEqual([
    'Could not resolve host',
    'service_role_only',
  ])

  await sql.unsafe(statements.replace)
  expect(
    await sql`select secret from vault.secrets where name = 'hourspace_service_role_key'`,
  ).toEqual([{ secret: '<new service_role key>' }])
  await sql.unsafe(statements.stop)
  expect(await sql`select from cron.job`).toHaveLength(0)
})

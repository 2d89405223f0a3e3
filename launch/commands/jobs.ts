import type { Command } from 'commander'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseKeys } from '#launch/config.ts'
import { readEnvironment } from '#launch/environment/environment.ts'
import { StartupError } from '#launch/startup-error.ts'
import { setAction, table, withDatabase } from './command.ts'

type JobRow = {
  name: string
  started_at: Date | null
  finished_at: Date | null
  error: string | null
  is_running: boolean
}

export function addJobsCommands(program: Command): void {
  const jobs = program.command('jobs').description('list and run the background jobs')
  setAction(jobs.command('list').description('print the last run of each job'), () =>
    withDatabase(async ({ sql }) => {
      const rows = await sql<JobRow[]>`
        select name, started_at, finished_at, error,
          coalesce(claimed_until > clock_timestamp(), false) as is_running
        from hourspace_backend.jobs order by name`
      const lines = rows.map(({ name, started_at, error, is_running }) => [
        name,
        is_running ? 'running' : error === null ? 'ok' : 'failed',
        started_at?.toISOString() ?? 'never',
        error ?? '',
      ])
      return {
        data: rows,
        text:
          rows.length > 0
            ? table([['job', 'state', 'last run', 'error'], ...lines])
            : 'No job has run yet.',
      }
    }),
  )
  setAction(
    jobs
      .command('run <job>')
      .description('run a job now on the server at SITE_URL; <job> is a name of `jobs list`'),
    ([name]) => runJob(name!),
  )
}

async function runJob(name: string) {
  const environment = readEnvironment(process.env)
  const { SUPABASE_DIR, SITE_URL } = environment
  const file = SUPABASE_DIR && join(SUPABASE_DIR, 'jobs.json')
  const jobs = file
    ? (JSON.parse(readFileSync(file, 'utf8')) as { name: string; function: string }[])
    : []
  const job = jobs.find((each) => each.name === name || each.function === name)
  if (!job)
    throw new StartupError(
      `There is no job "${name}": choose one of ${jobs.map((each) => each.name).join(', ')}.`,
    )
  const { serviceRoleKey } = await chooseKeys(environment)
  const response = await callServer(SITE_URL, `/functions/v1/${job.function}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${serviceRoleKey}`, 'Content-Type': 'application/json' },
    body: '{}',
  })
  const text = await response.text()
  if (!response.ok)
    throw new StartupError(
      `The job ${job.name} failed: ${response.status} ${text}. See the server log.`,
    )
  return { data: { job: job.name, result: parsed(text) }, text: `${job.name} has run: ${text}` }
}

export async function callServer(
  siteUrl: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  try {
    return await fetch(siteUrl + path, { ...init, signal: AbortSignal.timeout(120_000) })
  } catch (cause) {
    throw new StartupError(
      `The server at ${siteUrl} does not respond: ${(cause as Error).message}. Start it, or set SITE_URL.`,
    )
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

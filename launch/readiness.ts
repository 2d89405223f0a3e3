import postgres from 'postgres'
import type { Handler } from './monitoring.ts'
import { pendingMigrations } from './migrate.ts'

/** Tolerated delay of a job in seconds. */
const maxJobDelaySeconds = 120

/** Serves `/readyz`: 200, or 503 with the reasons why the database or its jobs are not ready. */
export function openReadiness(databaseUrl: string, supabaseDir: string | null) {
  const sql = postgres(databaseUrl, {
    max: 1,
    idle_timeout: 60,
    connect_timeout: 5,
    onnotice: () => {},
  })
  const problems = async (): Promise<string[]> => {
    try {
      const pending = await pendingMigrations(sql, supabaseDir)
      const late = await sql<{ name: string }[]>`
        select name from hourspace_backend.jobs
        where clock_timestamp() > make_interval(secs => every_seconds + ${maxJobDelaySeconds})
            + greatest(started_at, retry_at, claimed_until)
        order by name`
      return [
        ...pending.map((label) => `the migration ${label} is missing`),
        ...late.map(({ name }) => `the job "${name}" does not run`),
      ]
    } catch {
      return ['the database does not answer']
    }
  }
  const fetch: Handler = async () => {
    const reasons = await problems()
    return Response.json(
      { status: reasons.length === 0 ? 'ready' : 'not ready', reasons },
      { status: reasons.length === 0 ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
    )
  }
  return { fetch, close: () => sql.end({ timeout: 1 }) }
}

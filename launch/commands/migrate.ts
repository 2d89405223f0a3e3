import type { Command } from 'commander'
import { migrate } from '#launch/migrate.ts'
import { setAction, withDatabase } from './command.ts'

export function addMigrateCommand(program: Command): void {
  setAction<{ dryRun?: boolean }>(
    program
      .command('migrate')
      .description('apply the migrations that the database lacks; `npm start` does it too')
      .option('--dry-run', 'only list them'),
    (_, { dryRun = false }) =>
      withDatabase(async ({ databaseUrl, environment }) => {
        const supabaseDir = environment.SUPABASE_DIR
        const labels = await migrate({ databaseUrl, supabaseDir, dryRun })
        const summary = `${labels.length} migrations ${dryRun ? 'to apply' : 'applied'}:`
        return {
          data: { dryRun, migrations: labels },
          text: labels.length > 0 ? [summary, ...labels].join('\n') : 'The database is up to date.',
        }
      }),
  )
}

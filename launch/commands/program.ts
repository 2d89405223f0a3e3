import { Command } from 'commander'
import { readEnvironment } from '#launch/environment/environment.ts'
import { runCommand } from '#launch/lifecycle.ts'
import { migrate } from '#launch/migrate.ts'
import { noMonitoring } from '#launch/monitoring.ts'
import { addAdminCommands } from './admin.ts'
import { addBackupCommands } from './backup.ts'
import { addBookingCommands } from './booking.ts'
import { setAction, withDatabase } from './command.ts'
import { addDoctorCommand } from './doctor.ts'
import { addEventsCommands } from './events.ts'
import { addExportCommands } from './export.ts'
import { addJobsCommands } from './jobs.ts'
import { addKeysCommands } from './keys.ts'
import { addUserCommands } from './user.ts'

/** Creates the command line for operators, to which the other files of this folder add commands. */
export function createProgram(): Command {
  const program = new Command('hourspace')
    .description(
      'Operates a Hourspace server. Reads the same environment variables as `npm start`.',
    )
    .showHelpAfterError('(add --help for details)')
  addAdminCommands(program)
  addBackupCommands(program)
  addBookingCommands(program)
  addDemoCommand(program)
  addDoctorCommand(program)
  addEventsCommands(program)
  addExportCommands(program)
  addJobsCommands(program)
  addKeysCommands(program)
  addMigrateCommand(program)
  addUserCommands(program)
  return program
}

function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('add the demo data to an empty database, as the first `npm start` does')
    .action(() =>
      runCommand(async (lifecycle) => {
        const environment = { ...readEnvironment(process.env), SEED: 'demo' as const }
        const { bootstrap } = await import('#launch/bootstrap.ts')
        await bootstrap(lifecycle, environment, 'product', noMonitoring)
        lifecycle.stop()
      }),
    )
}

function addMigrateCommand(program: Command): void {
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

#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { Command } from 'commander'
import { addAdminCommands } from './commands/admin.ts'
import { addBackupCommands } from './commands/backup.ts'
import { addBookingCommands } from './commands/booking.ts'
import { addDemoCommand } from './commands/demo.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addEventsCommands } from './commands/events.ts'
import { addExportCommands } from './commands/export.ts'
import { addJobsCommands } from './commands/jobs.ts'
import { addKeysCommands } from './commands/keys.ts'
import { addMigrateCommand } from './commands/migrate.ts'
import { addUserCommands } from './commands/user.ts'

/** Command line for operators. Each file of `commands` adds its commands. */
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

if (import.meta.main) await createProgram().parseAsync()

import { Command } from 'commander'
import { addAdminCommands } from './admin.ts'
import { addBackupCommands } from './backup.ts'
import { addBookingCommands } from './booking.ts'
import { addDemoCommand } from './demo.ts'
import { addDoctorCommand } from './doctor.ts'
import { addEventsCommands } from './events.ts'
import { addExportCommands } from './export.ts'
import { addJobsCommands } from './jobs.ts'
import { addKeysCommands } from './keys.ts'
import { addMigrateCommand } from './migrate.ts'
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

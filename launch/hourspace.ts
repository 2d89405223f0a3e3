#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { Command } from 'commander'
import { addAdminCommands } from './commands/admin.ts'
import { addMigrateCommand } from './commands/migrate.ts'

/** `hourspace`, the command line for operators. Each file of `commands` adds its commands. */
const program = new Command('hourspace')
  .description('Operates a Hourspace server. Reads the same environment variables as `npm start`.')
  .showHelpAfterError('(add --help for details)')

addAdminCommands(program)
addMigrateCommand(program)

await program.parseAsync()

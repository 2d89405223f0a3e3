import { company } from '@hourspace/domain/company.ts'

/** An error that the operator can fix. It is printed as one line, without a stack trace. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

export function otherVersion(difference: string): StartupError {
  return new StartupError(
    `The database was created by another version: ${difference}. To reset, stop ${company.name} and delete the data folder, or use another database.`,
  )
}

export function newerVersion(ownVersion: string, migration: string): StartupError {
  return new StartupError(
    `The database was migrated by a version of ${company.name} newer than ${ownVersion} (${migration}): start that version, or restore a backup from before the upgrade.`,
  )
}

import { WireError } from '#backend/platform/wire/message-reader.ts'

/** SQLSTATE classes of temporary errors: connection, conflict, resources, shutdown, system. */
const passing = /^(?:08|40|53|57P|58|XX)/

/** Returns whether PostgreSQL rejected a statement permanently, so that a retry would fail too. */
export function isPermanentError(error: unknown): boolean {
  return error instanceof WireError && !passing.test(error.code)
}

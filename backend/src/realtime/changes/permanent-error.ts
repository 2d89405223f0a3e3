import { WireError } from '#backend/platform/wire/message-reader.ts'

/** SQLSTATE classes of temporary errors: connection, conflict, resources, shutdown, system. */
const passing = /^(?:08|40|53|57P|58|XX)/

/** Whether PostgreSQL refused a statement for good, so that a retry would fail as well. */
export function isPermanentError(error: unknown): boolean {
  return error instanceof WireError && !passing.test(error.code)
}

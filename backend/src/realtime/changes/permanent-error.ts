import { WireError } from '#backend/platform/wire/message-reader.ts'

/** SQLSTATE classes of errors that a retry may resolve, such as a lost connection or a conflict. */
const passing = /^(?:08|40|53|57P|58|XX)/

/** Whether PostgreSQL rejected a statement permanently, so that a retry would fail too. */
export function isPermanentError(error: unknown): boolean {
  return error instanceof WireError && !passing.test(error.code)
}

import { WireError } from '#backend/platform/wire/message-reader.ts'

/** States that pass: lost connections, conflicts, no room, shutdowns, faults of the machine. */
const passing = /^(?:08|40|53|57P|58|XX)/

/** Whether PostgreSQL has answered, and its answer is no; else it may be asked again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof WireError && !passing.test(error.code)
}

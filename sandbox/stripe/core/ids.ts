import { randomUUID } from 'node:crypto'

/** Returns `length` random hexadecimal digits, at most 32. */
export function randomToken(length: number): string {
  return randomUUID().replaceAll('-', '').slice(0, length)
}

/** Returns a random object id such as `pi_3f…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomToken(24)}`
}

import { randomUUID } from 'node:crypto'

/** Returns up to 32 random hexadecimal digits. */
export function randomToken(length: number): string {
  return randomUUID().replaceAll('-', '').slice(0, length)
}

/** Returns a random object id such as `pi_3Q…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomToken(24)}`
}

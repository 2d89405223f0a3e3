import { randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns a random token of letters and digits. */
export function randomToken(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Returns a new object id with the prefix of its type, such as `pi_3Q…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomToken(24)}`
}

import { randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A random token of letters and digits. */
export function randomToken(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** A new object id such as `pi_3Q…`; the prefix tells the kind, as Stripe's do. */
export function newId(prefix: string): string {
  return `${prefix}_${randomToken(24)}`
}

import { longestMessage } from '#web/data/messages.ts'

/**
 * Returns the error text for a message that is too long; null otherwise. The field has no maximum
 * length, because browsers cut off a longer pasted text without a warning.
 */
export function lengthProblem(body: string): string | null {
  const extra = body.length - longestMessage
  if (extra <= 0) return null
  const count = extra === 1 ? '1 character' : `${extra.toLocaleString('en-US')} characters`
  return `This message is ${count} too long. Shorten it, or send it in parts.`
}

/** One entry in the function's log. Never give it a token, a secret or a body. */
export function logError(what: string, cause: unknown): void {
  console.error(
    `${what}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
  )
}

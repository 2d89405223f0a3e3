type Listener = (what: string, cause: unknown) => void

let listener: Listener = () => {}

/** Registers an error reporter that receives every logged error. A later call replaces it. */
export function onLoggedError(listen: Listener): void {
  listener = listen
}

/** Writes an error to the function's log. Never pass a token, a secret or a request body. */
export function logError(what: string, cause: unknown): void {
  console.error(
    `${what}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
  )
  listener(what, cause)
}

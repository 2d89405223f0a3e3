type Listener = (what: string, cause: unknown) => void

let listener: Listener = () => {}

export function onLoggedError(listen: Listener): void {
  listener = listen
}

/** Logs an error. Callers must never pass a token, a secret or a request body. */
export function logError(what: string, cause: unknown): void {
  console.error(
    `${what}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
  )
  listener(what, cause)
}

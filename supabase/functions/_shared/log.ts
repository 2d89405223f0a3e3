type Listener = (what: string, cause: unknown) => void

let listener: Listener = () => {}

export function onLoggedError(listen: Listener): void {
  listener = listen
}

/**
 * Logs an error as a JSON line, as the server does. Callers must never pass a token, a secret or a
 * request body.
 */
export function logError(what: string, cause: unknown): void {
  const { name, message, stack } = cause instanceof Error ? cause : new Error(String(cause))
  const line = {
    level: 'error',
    time: new Date(),
    cause: { type: name, message, stack },
    message: what,
  }
  console.error(JSON.stringify(line))
  listener(what, cause)
}
